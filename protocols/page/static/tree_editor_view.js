// The tree editor as a view of the page. It runs in the browser alone, and asks the server nothing.

import {make} from "./element.js";
import {TreeEditor} from "./tree_editor.js";

export class TreeEditorView {
  // about: {text} of the tree that another view hands over.
  constructor(page, place, about) {
    this.page = page;
    this.handed = about?.text ?? "";
    this.fault = make("p", {class: "fault", role: "alert"});
    const host = make("div");
    page.view.replaceChildren(make("h1", {class: "unseen"}, "Tree editor"), this.fault, host);
    this.editor = new TreeEditor(host, this.handed);
  }

  start() {
    document.title = "Tree editor – Oddsfish";
    history.replaceState(null, "", `/tree-editor${this.handed ? "" : location.hash}`);
    this.editor.start();
  }

  close() {
    this.editor.close();
  }

  keys() {
    return {};
  }

  reconnected() {}
}

// The connection to the server: requests with their answers, and searches with all that they tell.

const ENVELOPE = 100; // bytes, more than the number and the kind of a request take
const FIRST_PAUSE = 250, LONGEST_PAUSE = 4000; // milliseconds between two attempts to connect

const GONE = "The server is gone. The page connects again as soon as it is back; nothing is lost.";

// Codes with which the server ends a connection for good, and what is said of each.
const FINAL = {
  1008: (reason) => `The server does not understand this page (${reason}): open it anew.`,
  1013: (reason) => reason, // too many pages
  4001: (reason) => reason, // the page has no token, or that of another server
};

// The token of the server: in the fragment of the first address, then in what this host and port alone can read.
function readToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) {
    localStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem("token") ?? "";
}

addEventListener("hashchange", () => location.reload()); // somebody has opened the first address in this tab

export class Connection {
  // welcome(offer) is called with what the server offers, whenever the connection comes; changed(fault) before that,
  // without a fault, and whenever it goes.
  constructor(welcome, changed) {
    this.token = readToken();
    this.largest = 0; // bytes of a message that the server takes
    this.welcome = welcome;
    this.changed = changed;
    this.next = 1;
    this.handlers = new Map();
    this.unsent = [];
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({token: this.token}));
      for (const text of this.unsent.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.offer) {
        this.pause = FIRST_PAUSE;
        this.largest = message.offer.most.bytes;
        this.changed("");
        this.welcome(message.offer);
        return;
      }
      this.handlers.get(message.id)?.(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      const final = FINAL[event.code]?.(event.reason);
      const lost = [...this.handlers.values()];
      this.handlers.clear();
      this.unsent = [];
      this.changed(final ?? GONE);
      for (const handler of lost) handler({lost: final ?? GONE});
      if (final) return;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  send(fields) {
    const text = JSON.stringify(fields);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.unsent.push(text);
  }

  // Tells every answer to a request, until one is the last, as long as its number is among the open ones.
  follow(kind, fields, tell, last, open) {
    const id = this.next++;
    open.add(id);
    this.handlers.set(id, (message) => {
      const heard = open.has(id);
      if (last(message)) {
        this.handlers.delete(id);
        open.delete(id);
      }
      if (heard) tell(message);
    });
    if (new Blob([JSON.stringify(fields)]).size + ENVELOPE > this.largest) {
      queueMicrotask(() => this.handlers.get(id)?.({error: "The text is too long for the page (at most 64 KB)."}));
    } else this.send({...fields, id, ask: kind});
  }

  stop(id) {
    if (this.handlers.has(id)) this.send({id, ask: "stop"});
  }
}

// What one part of the page asks. What is dropped concerns it no more: it is stopped, and neither answered nor refused.
export class Asking {
  constructor(connection) {
    this.connection = connection;
    this.open = new Set(); // the numbers of what has not been answered whole
    this.closed = false;
  }

  // Every answer to a request, see Connection.
  follow(kind, fields, tell, last = (message) => message.done || message.error || message.lost) {
    if (!this.closed) this.connection.follow(kind, fields, tell, last, this.open);
  }

  // The one answer to a request; an Error with the server's words where it has an error.
  ask(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost(message.lost));
        else if (message.error) reject(new Error(message.error));
        else if (!message.waiting) resolve(message);
      }, (message) => !message.waiting);
    });
  }

  // The last of several answers.
  askLast(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost(message.lost));
        else if (message.error) reject(new Error(message.error));
        else if (message.done) resolve(message);
      });
    });
  }

  // The same as `ask`, where only the last question counts.
  askAnew(kind, fields) {
    this.drop();
    return this.ask(kind, fields);
  }

  // End what goes on; its last answer is heard.
  stop() {
    for (const id of this.open) this.connection.stop(id);
  }

  drop() {
    this.stop();
    this.open.clear();
  }

  get busy() {
    return this.open.size > 0;
  }

  // Nothing is asked any more.
  close() {
    this.drop();
    this.closed = true;
  }
}

// The connection went before an answer came.
export class Lost extends Error {}

// The connection to the server: requests and their answers. A search answers several times.

const ENVELOPE = 100; // bytes: more than the number and the kind of a request need
const FIRST_PAUSE = 250, LONGEST_PAUSE = 4000; // milliseconds between two attempts to connect

const GONE = "The server is gone. The page connects again as soon as it is back; nothing is lost.";

// The codes with which the server closes a connection for good, and the message for each.
const FINAL = {
  1008: (reason) => `The server does not understand this page (${reason}): open it anew.`,
  1013: (reason) => reason, // too many pages
  4001: (reason) => reason, // the page has no token, or that of another server
};

// The server's token. It comes in the fragment of the first address, and stays in a storage of this host and port.
function readToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) {
    localStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem("token") ?? "";
}

addEventListener("hashchange", () => location.reload()); // the user has opened the first address in this tab

export class Connection {
  // changed(fault): called with "" when a connection is made, and with a message when it is lost. welcome(offer):
  // called after changed(""), with the server's offer.
  constructor(welcome, changed) {
    this.token = readToken();
    this.largest = 0; // bytes of the longest message that the server accepts
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

  // Sends a request. Calls tell(answer) up to the last answer, but only while the request's number is in `open`.
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

// The requests of one part of the page. A dropped request is stopped and never answered: its promise stays pending.
export class Asking {
  constructor(connection) {
    this.connection = connection;
    this.open = new Set(); // the numbers of requests whose last answer has not come
    this.closed = false;
  }

  // Sends a request, and calls tell(answer) for each answer: see Connection.
  follow(kind, fields, tell, last = (message) => message.done || message.error || message.lost) {
    if (!this.closed) this.connection.follow(kind, fields, tell, last, this.open);
  }

  // Returns the only answer to a request. Rejects with the server's error, or with Lost.
  ask(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost(message.lost));
        else if (message.error) reject(new Error(message.error));
        else if (!message.waiting) resolve(message);
      }, (message) => !message.waiting);
    });
  }

  // Returns the last of several answers. Rejects like `ask`.
  askLast(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost(message.lost));
        else if (message.error) reject(new Error(message.error));
        else if (message.done) resolve(message);
      });
    });
  }

  // Like `ask`, but drops the earlier requests.
  askAnew(kind, fields) {
    this.drop();
    return this.ask(kind, fields);
  }

  // Stops the open requests. Their last answers still count.
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

  // Drops the open requests, and sends no more.
  close() {
    this.drop();
    this.closed = true;
  }
}

// The connection was lost before an answer came.
export class Lost extends Error {}

// The connection to the server: requests with their answers, and searches with all that they tell.

const ENVELOPE = 100; // bytes, more than the number and the kind of a request take
const FIRST_PAUSE = 250, LONGEST_PAUSE = 4000; // milliseconds between two attempts to connect

const MALFORMED = 1008; // the server ends a connection on which it hears what it cannot understand

export class Connection {
  // largest: bytes of a message that the server takes. changed(connected) is called whenever the connection comes or goes;
  // refused(reason) when it cannot come back.
  constructor(largest, changed, refused) {
    this.largest = largest;
    this.changed = changed;
    this.refused = refused;
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
      this.pause = FIRST_PAUSE;
      for (const text of this.unsent.splice(0)) socket.send(text);
      this.changed(true);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.handlers.get(message.id)?.(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      const refused = event.code === MALFORMED;
      const lost = [...this.handlers.values()];
      this.handlers.clear();
      this.unsent = [];
      this.changed(false);
      for (const handler of lost) handler({lost: true});
      if (refused) return this.refused(event.reason);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  send(fields) {
    const text = JSON.stringify(fields);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.unsent.push(text);
  }

  // Every answer to a request, until one is the last; its number, to stop it by.
  follow(kind, fields, tell, last) {
    const id = this.next++;
    if (new Blob([JSON.stringify(fields)]).size + ENVELOPE > this.largest) {
      queueMicrotask(() => tell({id, error: "This is more than the page can send."}));
      return id;
    }
    this.handlers.set(id, (message) => {
      if (last(message)) this.handlers.delete(id);
      tell(message);
    });
    this.send({...fields, id, ask: kind});
    return id;
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
  follow(kind, fields, tell, last = isLast) {
    if (this.closed) return;
    const id = this.connection.follow(kind, fields, (message) => {
      if (!this.open.has(id)) return;
      if (last(message)) this.open.delete(id);
      tell(message);
    }, last);
    this.open.add(id);
  }

  // The one answer to a request; an Error with the server's words where it has an error.
  ask(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost());
        else if (message.error) reject(new Error(message.error));
        else if (!message.waiting) resolve(message);
      }, (message) => !message.waiting);
    });
  }

  // The same, where only the last question counts.
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

  // Nothing is asked any more.
  close() {
    this.drop();
    this.closed = true;
  }
}

function isLast(message) {
  return Boolean(message.done || message.error || message.lost);
}

// The connection went before an answer came.
export class Lost extends Error {
  constructor() {
    super("The server is gone; the page connects again as soon as it is back.");
  }
}

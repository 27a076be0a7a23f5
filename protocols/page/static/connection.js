// The connection to the server: requests with their answers, and searches with all that they tell.

const LONGEST = 60000; // bytes of a message that the server takes, nearly
const FIRST_PAUSE = 250, LONGEST_PAUSE = 4000; // milliseconds between two attempts to connect

const MALFORMED = 1008; // the server ends a connection on which it hears what it cannot understand

export class Connection {
  // changed(connected) is called whenever the connection comes or goes; refused(reason) when it cannot come back.
  constructor(changed, refused) {
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

  // The one answer to a request; an Error with the server's words where it has an error.
  ask(kind, fields) {
    return new Promise((resolve, reject) => {
      this.follow(kind, fields, (message) => {
        if (message.lost) reject(new Lost());
        else if (message.error) reject(new Error(message.error));
        else resolve(message);
      }, () => true);
    });
  }

  // Every answer to a request, until one is the last; its number, to stop it by.
  follow(kind, fields, tell, last = (message) => message.done || message.error || message.lost) {
    const id = this.next++;
    if (new Blob([JSON.stringify(fields)]).size > LONGEST) {
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

// The connection went before an answer came.
export class Lost extends Error {
  constructor() {
    super("The server is gone; the page connects again as soon as it is back.");
  }
}

/**
 * The part of rpc-websockets that web3.js's Connection touches while nothing is subscribed to:
 * it makes a client and listens. Every question of ours goes over HTTP, so connecting is an error.
 */
const refuse = () => {
  throw new Error('This build holds no WebSocket client: ask over HTTP.');
};

export class CommonClient {
  on() {
    return this;
  }
  connect() {
    return refuse();
  }
  call() {
    return refuse();
  }
  notify() {
    return refuse();
  }
  close() {}
}

export function WebSocket() {
  return refuse();
}

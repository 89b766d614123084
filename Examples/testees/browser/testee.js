// The loop of the testee protocol on a WebSocket: one message per request, one message per response (TST-131, TST-132).
import { Buffer } from './node/buffer.js';

globalThis.Buffer = Buffer;
globalThis.process = { env: {}, stderr: { write: (text) => console.error(text) } };

const runner = new URLSearchParams(location.search).get('runner') ?? 'ws://127.0.0.1:8765';
const state = document.getElementById('state');
const say = (text) => { state.textContent = text; };

// The modules of the testee for node, which read the tables of Spec when they are loaded.
const { answer } = await import('../node/operations.js');
let answered = 0;

function connect() {
  const socket = new WebSocket(runner);
  say(`${answered} requests answered; waiting for a runner at ${runner}.`);
  socket.onopen = () => say(`Connected to ${runner}.`);
  socket.onmessage = ({ data }) => {
    socket.send(answer(Buffer.from(data)));
    answered += 1;
    if (answered % 100 === 0) say(`${answered} requests answered.`);
  };
  // A connection takes the place of a process: the runner may require a new one (TST-133).
  socket.onclose = () => setTimeout(connect, 200);
}

connect();

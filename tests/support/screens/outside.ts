/**
 * The mailbox's fault until it is cleared: 503, 422, or it stores a message and loses the answer.
 */
export type MailboxFault = 'down' | 'refuses' | 'loses-answers';

const answer = (status: number, body: unknown = {}): Response =>
  new Response(JSON.stringify(body), { status });

interface Call {
  readonly method: string;
}

/** Everything outside the device: a mailbox, and nodes on which every wallet is rich. */
export class Outside {
  readonly messages: Record<string, unknown>[] = [];
  /** No network: every request fails. */
  offline = false;
  mailbox: 'works' | MailboxFault = 'works';

  readonly fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (this.offline) return Promise.reject(new TypeError('Failed to fetch'));
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as unknown;
    return url.pathname === '/messages'
      ? this.#take(body as Record<string, unknown>)
      : Promise.resolve(answer(200, rpcAnswer(body as Call)));
  };

  #take(message: Record<string, unknown>): Promise<Response> {
    if (this.mailbox === 'down') return Promise.resolve(answer(503));
    if (this.mailbox === 'refuses') return Promise.resolve(answer(422));
    if (!this.messages.some(({ id }) => id === message['id'])) this.messages.push(message);
    return this.mailbox === 'loses-answers'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(answer(202));
  }
}

/** Answers the question that a wallet in the page asks a node: its balance. */
function rpcAnswer({ method }: Call): object {
  if (method === 'getBalance') return { result: { value: 20_000_000_000 } };
  if (method === 'eth_getBalance') return { result: '0x8ac7230489e80000' };
  if (method === 'eth_chainId') return { result: '0x7a69' };
  return { error: { code: -32_601, message: `no ${method} here` } };
}

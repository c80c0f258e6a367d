import { argon2, measurePass } from './argon2.ts';
import type { KdfAnswer, KdfRequest } from './derive.ts';

/** The worker's own global, which the page's types don't declare. */
const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<KdfRequest>) => void) | null;
  postMessage(answer: KdfAnswer): void;
};

async function answer(request: KdfRequest): Promise<KdfAnswer> {
  const { id } = request;
  try {
    if ('measure' in request) return { id, milliseconds: await measurePass(request.measure) };
    return { id, key: await argon2(request.secret, request.kdf) };
  } catch (thrown) {
    return { id, failed: String(thrown) };
  }
}

port.onmessage = ({ data }) => {
  void answer(data).then((reply) => port.postMessage(reply));
};

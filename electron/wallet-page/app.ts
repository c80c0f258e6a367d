import { PATHS, type AnswerReply, type Next, type PageAnswer, type Session } from './protocol.ts';

const KEPT = 'session';

/** Posts to the main process. Returns `undefined` if it refuses this page. */
async function post<T>(path: string, body: object, key?: string): Promise<T | undefined> {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return response.ok ? ((await response.json()) as T) : undefined;
}

/**
 * Redeems the token in this page's address and removes it from the address bar and the history.
 * After a reload (e.g. a wallet was installed), continues with this tab's session.
 */
export async function enter(): Promise<App | undefined> {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (token === '') {
    const kept = sessionStorage.getItem(KEPT);
    return kept === null ? undefined : new App(JSON.parse(kept) as Session);
  }
  const session = await post<Session>(PATHS.session, { token });
  if (!session) return undefined;
  sessionStorage.setItem(KEPT, JSON.stringify(session));
  return new App(session);
}

export class App {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Resolves with the next request once it differs from `showing`, or `over` when the session has
   * ended.
   */
  async next(showing: string | null): Promise<Next> {
    return (await post<Next>(PATHS.next, { showing }, this.session.key)) ?? { state: 'over' };
  }

  async stage(id: string, stage: 'open' | 'asking' | 'missing'): Promise<void> {
    await post(PATHS.stage, { id, stage }, this.session.key);
  }

  async answer(id: string, answer: PageAnswer): Promise<AnswerReply> {
    return (
      (await post<AnswerReply>(PATHS.answer, { id, answer }, this.session.key)) ?? {
        taken: false,
        why: 'late',
      }
    );
  }
}

import type { Avatar } from '../../core/avatars.ts';
import { ABILITIES, LOOK_SIZE, nextOf, stateAfter } from '../../core/engines/attempts.ts';
import { likenessOf, verdictOf } from '../../core/engines/verdict.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { markedAsGenerated } from '../../core/generated-mark.ts';
import type { LookRun, LookState } from '../../core/look-runs.ts';
import { EngineFailed, type Engines } from '../../ports/engines.ts';
import type { Journal } from '../tasks/journal.ts';
import type { LooksDeps } from './contract.ts';
import { complete, fail, reject, step } from './journal.ts';

/** Edge length of a thumbnail in pixels. */
const THUMB_SIZE = 384;
/** Times that an engine that forgot its job is asked anew. */
const MOST_ANEW = 3;

export interface FollowDeps extends LooksDeps {
  readonly journal: Journal<LookRun>;
  readonly report: (id: string, place: number) => void;
}

type Sent = Extract<LookState, { readonly kind: 'sent' }>;

/** What becomes of the picture of a run. */
export const avatarOf = (run: LookRun, likeness: number, full: Blob, at: number): Avatar => ({
  profileId: run.profileId,
  genesis: run.genesis,
  id: run.avatarId,
  uid: run.id,
  name: run.name,
  recipe: run.recipe,
  size: LOOK_SIZE,
  bytes: full.size,
  likeness,
  softened: false,
  createdAt: at,
  downloads: 0,
  liked: false,
  batchId: run.batchId ?? run.id,
  generated: { look: run.look.id, version: run.look.version, ...run.engine },
});

/**
 * Takes a run's next step: asks the engine, or judges what it made. The row is the checkpoint. A photo
 * that was sent is asked about by its job, or the user is asked, and it is never sent again unasked.
 */
export function followLook(
  deps: FollowDeps,
  signal: AbortSignal,
): (run: LookRun) => Promise<number | undefined> {
  const { journal, analyses, clock, random } = deps;
  /** Bytes that came and that storage refused so far. */
  let arrived: { readonly asked: Sent; readonly file: Blob } | undefined;
  let anew = 0;

  /** The job is written before the photo is sent. */
  async function send(run: LookRun): Promise<Sent> {
    const sent: Sent = { kind: 'sent', job: deps.newJob(), seed: random() % 2 ** 31 };
    await journal.record(run.id, step(run.state.kind, sent));
    return sent;
  }

  const receive = (run: LookRun, asked: Sent, file: Blob): Promise<void> =>
    journal.record(run.id, step('sent', { ...asked, kind: 'received', file }));

  async function photoFor(run: LookRun): Promise<Uint8Array> {
    const analysis = await analyses.of(run.draftId);
    const portrait = await (await deps.engine()).portrait(analysis, run.recipe.options);
    return new Uint8Array(await portrait.arrayBuffer());
  }

  async function ask(run: LookRun, engines: Engines, how: 'make' | 'resume'): Promise<void> {
    const photo = await photoFor(run);
    signal.throwIfAborted();
    let asked = how === 'resume' && run.state.kind === 'sent' ? run.state : await send(run);
    const { id, look, engine } = run;
    try {
      const bytes = await engines[how](
        engine.engine,
        {
          id: asked.job,
          engineJob: asked.engineJob,
          text: { instruction: look.instruction, description: look.description },
          photo,
          size: LOOK_SIZE,
          seed: asked.seed,
        },
        {
          signal,
          onProgress: (place) => deps.report(id, place),
          async onKeep(engineJob) {
            asked = { ...asked, engineJob };
            await journal.record(id, step('sent', asked));
          },
        },
      );
      const file = new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' });
      arrived = { asked, file };
      await receive(run, asked, file);
      arrived = undefined;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof EngineFailed)) throw thrown;
      await failed(run, asked, thrown);
    }
  }

  async function failed(run: LookRun, asked: Sent, { failure }: EngineFailed): Promise<void> {
    const { code, said } = failure;
    if (code === 'job-lost' && anew < MOST_ANEW) {
      anew += 1;
      // Another seed, since an engine may remember the picture and make nothing new.
      return journal.record(run.id, step('sent', { kind: 'planned' }));
    }
    if (stateAfter(code) === 'sent')
      return journal.record(run.id, step('sent', { ...asked, kind: 'lost', code }));
    return journal.record(run.id, fail(code, said, clock.now()));
  }

  async function check(run: LookRun, file: Blob): Promise<void> {
    const analysis = await analyses.of(run.draftId);
    const engine = await deps.engine();
    const made = await engine
      .compare(analysis, file, { ...run.recipe.options, thumb: THUMB_SIZE, square: LOOK_SIZE })
      .catch((thrown: unknown) => {
        if (!errorCode(thrown).startsWith('photo-')) throw thrown;
        return undefined;
      });
    if (!made) return journal.record(run.id, fail('not-a-picture', '', clock.now()));
    const { thumb } = made;
    const { verdict, code } = verdictOf(made, run.look.check);
    if (verdict === 'rejected') {
      const isLast = nextOf('rejected', run.attempt, { resumes: false, again: false }) === 'end';
      return journal.record(run.id, reject({ code, thumb }, isLast, clock.now()));
    }
    const marked = markedAsGenerated(new Uint8Array(await made.picture.arrayBuffer()));
    const full = new Blob([new Uint8Array(marked)], { type: 'image/png' });
    const likeness = likenessOf(made);
    const state: LookState =
      verdict === 'unsure'
        ? { kind: 'unsure', code, likeness, full, thumb }
        : { kind: 'tried', full, thumb };
    return journal.record(
      run.id,
      verdict === 'unsure' || run.trial
        ? step('received', state)
        : complete('received', avatarOf(run, likeness, full, clock.now()), { full, thumb }),
    );
  }

  async function take(run: LookRun): Promise<void> {
    const { state } = run;
    if (arrived && state.kind === 'sent' && arrived.asked.job === state.job) {
      await receive(run, arrived.asked, arrived.file);
      arrived = undefined;
      return;
    }
    if (state.kind === 'received') return check(run, state.file);
    const engines = await deps.engines?.();
    if (!engines) return;
    if (state.kind === 'planned') return ask(run, engines, 'make');
    if (state.kind !== 'sent') return;
    // A page died while it waited.
    const { resumes } = ABILITIES[run.engine.kind];
    if (nextOf('sent', run.attempt, { resumes, again: false }) === 'resume')
      return ask(run, engines, 'resume');
    return journal.record(
      run.id,
      step('sent', { ...state, kind: 'lost', code: 'lost-after-sending' }),
    );
  }

  return async (run) => {
    try {
      await take(run);
      return 0;
    } catch (thrown) {
      signal.throwIfAborted();
      // Without its photo nothing can be asked or compared. Anything else passes, and is tried again.
      if (!(thrown instanceof LikenessError) || thrown.code !== 'photo-expired') throw thrown;
      await journal.record(run.id, fail(thrown.code, '', clock.now()));
      return 0;
    }
  };
}

import { useAtom } from 'jotai';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';

import { ENGINE_FAILURES, failureWords, LOOK_TITLES, VERDICT_WORDS } from '../../content/looks.ts';
import { ABILITIES } from '../../core/engines/attempts.ts';
import { isErrorCode, sentence, SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { isPutAway, type LookRun } from '../../core/look-runs.ts';
import { LOOKS, OWN_LOOK_MOST, ownLook, type Look } from '../../core/looks.ts';
import { comesWith } from '../../core/unlocks.ts';
import { watermark } from '../../drawing/lettering.ts';
import { formatList, t } from '../../i18n/index.ts';
import { EngineFailed, type KnownEngine, type Probed } from '../../ports/engines.ts';
import type { DraftState } from '../../state/drafts/index.ts';
import { useKept } from '../../state/kept-form.ts';
import { useLibraryState } from '../../state/library/index.ts';
import {
  hasTried,
  lookEngineAtom,
  useLookProgress,
  useLookRuns,
  useLooks,
} from '../../state/looks/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';
import { useAction, useAsync } from '../../state/use-async.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './looks.module.css';

const SETTINGS = '/dashboard?tab=settings#engines';

/** Whether the engine can make the look: one that only paints over photos makes art alone. */
const makes = ({ kind }: KnownEngine, { check }: Pick<Look, 'check'>): boolean =>
  ABILITIES[kind].edits || check === 'shape';

/** Other clothes, places and light for the photo on the stage, by an engine of the user's own. */
export function LooksPanel({ draft }: { readonly draft: DraftState }) {
  const { engines: port } = usePorts();
  const runs = useLookRuns();
  const list = useCallback(async () => {
    const engines = await port?.()
      .then((one) => one.list())
      .catch(noted('looks.run'));
    return engines ?? 'out-of-reach';
  }, [port]);
  const known = useAsync(list);
  return (
    <div className={cx(ui.stack4, styles.looks)}>
      <p>
        {t(
          'Other clothes, another place, another light: an engine of your own makes a new picture of you, and Likeness checks that it is still you.',
        )}
      </p>
      {known === 'out-of-reach' ? (
        <p>
          {t(
            'A page on the web can’t reach your engine. The desktop app can, and so can the page that runs on your own computer.',
          )}
        </p>
      ) : (
        known?.length === 0 && (
          <p>
            {t('No engine is set up yet.')}{' '}
            <TextLink to={SETTINGS}>{t('Set one up in Settings')}</TextLink>
          </p>
        )
      )}
      {known && known !== 'out-of-reach' && known.length > 0 && (
        <Ask draft={draft} engines={known} runs={runs ?? []} />
      )}
    </div>
  );
}

interface AskProps {
  readonly draft: DraftState;
  readonly engines: readonly KnownEngine[];
  readonly runs: readonly LookRun[];
}

/** A look that was asked for, of which engine and of which photo. */
interface Asked {
  readonly engine: KnownEngine;
  readonly draftId: string;
  readonly look: Look;
  readonly title: string;
  /** The run that this one takes the place of. */
  readonly instead: string | undefined;
}

/** What a look waits for: that the user allows its photo to be sent to its engine. */
interface Question extends Asked {
  readonly probed: Probed;
}

function Ask({ draft, engines, runs }: AskProps) {
  const { engines: port } = usePorts();
  const looks = useLooks();
  const scope = useScope();
  const { credits, unlocked } = useLibraryState();
  const group = useId();
  const [name, setName] = useAtom(lookEngineAtom);
  const [chosen, setChosen] = useState('linkedin');
  const [own, setOwn] = useKept('look', z.string(), '');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [question, setQuestion] = useState<Question>();
  const { busy, problem, run } = useAction(reasonOf);
  const engine = engines.find((one) => one.name === name) ?? engines[0];
  const id = draft.phase === 'ready' ? draft.draft?.id : undefined;
  if (!engine) return null;
  const { edits } = ABILITIES[engine.kind];
  const offered = [...LOOKS, ownLook(own.trim())].filter((one) => makes(engine, one));
  const look = offered.find((one) => one.id === chosen);
  const text = look && (edits ? look.text.instruction : look.text.description);
  const isTrial = !unlocked.has('looks');
  const tried = id !== undefined && isTrial && hasTried(runs, id);
  const ready = id !== undefined && look && (chosen !== 'own' || own.trim() !== '');

  const start = async ({ instead, ...asked }: Asked): Promise<void> => {
    if (!scope) return;
    await looks.start(asked, scope);
    if (instead !== undefined) await looks.dismiss(instead);
  };
  /** Asks the engine what it lacks, and the user before the first photo goes there. */
  const ask = async (asked: Asked): Promise<void> => {
    const host = await port?.();
    if (!host) return;
    setMissing([]);
    const probed = await host.probe(asked.engine.name, new AbortController().signal);
    if (probed.missing.length > 0) {
      setMissing(probed.missing);
      return;
    }
    const now = (await host.list()).find((one) => one.name === asked.engine.name);
    if (now?.photosAllowed === probed.class) return start(asked);
    setQuestion({ ...asked, probed });
  };
  const answer = (yes: boolean): void => {
    if (!yes || !question) {
      setQuestion(undefined);
      return;
    }
    run(async () => {
      try {
        await (await port?.())?.allowPhotos(question.engine.name, question.probed.class);
        const { probed: _, ...asked } = question;
        await start(asked);
      } finally {
        setQuestion(undefined);
      }
    });
  };
  const repeat = async (before: LookRun): Promise<void> => {
    const { instruction, description, ...rest } = before.look;
    const title = LOOK_TITLES[rest.id] ?? before.name;
    const again = { ...rest, title, text: { instruction, description } };
    // Of the same photo and engine, whichever are chosen now.
    const itsEngine = engines.find((one) => one.name === before.engine.engine) ?? engine;
    if (!makes(itsEngine, again))
      throw new EngineFailed({ code: 'unknown-engine', said: '', sentence: '' });
    const { draftId, id: instead } = before;
    await ask({ engine: itsEngine, draftId, look: again, title, instead });
  };
  const shown = runs.filter(
    (one) => !isPutAway(one) || (one.state.kind === 'kept' && one.draftId === id),
  );

  return (
    <>
      {engines.length > 1 && (
        <Segmented
          label={t('Engine')}
          options={engines.map((one) => ({ id: one.name, label: one.name }))}
          value={engine.name}
          onChange={setName}
        />
      )}
      <fieldset className={styles.tiles} aria-label={t('Look')}>
        {[...LOOKS.map((one) => one.id), 'own'].map((one) => {
          const isOffered = offered.some((other) => other.id === one);
          return (
            <label key={one} className={cx(styles.tile, !isOffered && styles.off)}>
              <input
                className={ui.cover}
                type="radio"
                name={group}
                checked={one === chosen}
                disabled={!isOffered}
                onChange={() => setChosen(one)}
              />
              <Tile look={one} />
              <span>{LOOK_TITLES[one]}</span>
            </label>
          );
        })}
      </fieldset>
      {!edits && (
        <p className={cx(ui.small, ui.quiet)}>
          {t('{engine} paints over photos, so it can make only these looks: {looks}.', {
            engine: engine.name,
            looks: formatList(offered.map((one) => LOOK_TITLES[one.id] ?? one.title)),
          })}
        </p>
      )}
      {chosen === 'own' && edits && (
        <TextAreaField
          label={t('What should change, in English')}
          lang="en"
          dir="ltr"
          rows={3}
          maxLength={OWN_LOOK_MOST}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
        />
      )}
      {text !== undefined && (
        <div>
          <p className={cx(ui.small, ui.quiet)}>
            {t('Sent to {engine} with the photo, word for word:', { engine: engine.name })}
          </p>
          <blockquote className={styles.text} lang="en" dir="ltr">
            {text}
          </blockquote>
        </div>
      )}
      {missing.length > 0 && (
        <Notice
          tone="bad"
          title={ENGINE_FAILURES['not-ready']}
          actions={<TextLink to={SETTINGS}>{t('Open its settings')}</TextLink>}
        >
          <span lang="en" dir="ltr">
            {missing.join('; ')}
          </span>
        </Notice>
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
      {tried ? (
        <p>
          {looksComeWith()} {t('This photo had the one look that is free to try.')}
        </p>
      ) : (
        <Button
          variant="accent"
          wide
          busy={busy}
          disabled={!ready || (!isTrial && credits.available < 1)}
          onClick={() => {
            if (id === undefined || !look) return;
            const title = LOOK_TITLES[chosen] ?? '';
            run(() => ask({ engine, draftId: id, look, title, instead: undefined }));
          }}
        >
          {isTrial ? t('Try this look') : t('Make this look')}
        </Button>
      )}
      {(tried || (!isTrial && credits.available < 1)) && (
        <ButtonLink to="/pricing" wide>
          {t('See the plans')}
        </ButtonLink>
      )}
      <p className={cx(ui.small, ui.quiet)}>
        {id === undefined
          ? t('Add a photo first.')
          : isTrial && !tried
            ? `${looksComeWith()} ${t('Without such a plan, one look of each photo is free to try, with a watermark.')}`
            : !tried && t('Uses one credit if the picture is kept, and none otherwise.')}
      </p>
      {shown.length > 0 && (
        <ul className={ui.stack4} aria-label={t('Your looks')}>
          {shown.map((one) => (
            <Run key={one.id} run={one} onRepeat={repeat} />
          ))}
        </ul>
      )}
      {question && <Consent {...question} busy={busy} onAnswer={answer} />}
    </>
  );
}

const where = ({ address }: KnownEngine, { class: place }: Probed): string =>
  ({
    machine: t('{address}, on this computer', { address }),
    network: t('{address}, in your network', { address }),
    internet: t('{address}, on the internet', { address }),
  })[place];

interface ConsentProps {
  readonly engine: KnownEngine;
  readonly probed: Probed;
  readonly busy: boolean;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks before the first photo goes to an engine. The first answer is no. */
const Consent = ({ engine, probed, busy, onAnswer }: ConsentProps) => (
  <Dialog
    open
    onClose={() => onAnswer(false)}
    title={t('Send your photo to {engine}?', { engine: engine.name })}
  >
    <div className={cx(ui.stack4, styles.consent)}>
      <p>
        {t(
          'It goes to {place}: head and shoulders, at most 1,536 pixels, without metadata or your name, with the words of the look.',
          { place: where(engine, probed) },
        )}
      </p>
      <p>{t('The engine may keep the photo. What it did keep, Likeness can’t delete.')}</p>
      {probed.sendsOn.length > 0 && (
        <p>
          <strong>
            {t('Its workflow passes the photo on to others: {parts}.', {
              parts: formatList([...probed.sendsOn]),
            })}
          </strong>
        </p>
      )}
      <p>
        {t(
          'You are asked again if the engine or its address changes, and can withdraw this permission in Settings.',
        )}
      </p>
      <div className={ui.wrap2}>
        <Button variant="accent" onClick={() => onAnswer(false)}>
          {t('Don’t send it')}
        </Button>
        <Button busy={busy} onClick={() => onAnswer(true)}>
          {t('Send my photos there')}
        </Button>
      </div>
    </div>
  </Dialog>
);

/** Ground above and below, clothes, and what is under them, of each look. Drawn: no picture is shown. */
const COLOURS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  linkedin: ['#e4e6e8', '#c8ccd0', '#27375b', '#f7f7f5'],
  executive: ['#5a5e66', '#33363c', '#2b2d33', '#e9edf2'],
  'start-up': ['#eef2f3', '#cfd9dd', '#7d8a72', '#1f2023'],
  lawyer: ['#7a5636', '#4b3423', '#23252c', '#f1eee8'],
  doctor: ['#e3eef2', '#bcd3dc', '#fbfcfc', '#a9cbe6'],
  teacher: ['#dfe3d0', '#8ba18a', '#a4694f', '#f3efe4'],
  'estate-agent': ['#f6f1e7', '#dccfb9', '#d9c6a6', '#fdfcf8'],
  creative: ['#b9b9b6', '#8d8d8a', '#1c1c1e', '#1c1c1e'],
  actor: ['#a8abad', '#7d8082', '#34383d', '#34383d'],
  city: ['#cdd6de', '#8f9aa6', '#4a5568', '#f2f2ef'],
  garden: ['#e6d690', '#6f9a52', '#efe6d3', '#efe6d3'],
  cafe: ['#d9a86a', '#7b4e2d', '#c8b49a', '#e8ded0'],
  beach: ['#9fd0e6', '#e9d5a6', '#f4f1e8', '#f4f1e8'],
  'country-house': ['#d8c39a', '#7c8a4f', '#b98a56', '#f3ead8'],
  evening: ['#2a2030', '#120d17', '#0c0c10', '#0c0c10'],
  sport: ['#3d5a73', '#1d2b38', '#c43d3a', '#f0f0f0'],
  'black-and-white': ['#d0d0d0', '#6e6e6e', '#262626', '#262626'],
  oil: ['#7a5a38', '#3a2918', '#231a16', '#d8c9a8'],
  comic: ['#ffd23f', '#3a86c8', '#d62839', '#f7e733'],
  animated: ['#ffd6e0', '#b8c8f4', '#7cc6a4', '#fff3c4'],
  own: ['#ece9e2', '#d6d2c8', '#9a958a', '#f7f5f0'],
};

/** A look as a small drawing: its place, its clothes, and nobody in particular. */
function Tile({ look }: { readonly look: string }) {
  const [above, below, clothes, inside] = COLOURS[look] ?? ['#ddd', '#bbb', '#777', '#eee'];
  const ground = `look-${look}`;
  return (
    <svg className={cx(styles.drawn, ui.covered)} viewBox="0 0 64 64" aria-hidden="true">
      <linearGradient id={ground} x2="0" y2="1">
        <stop offset="0.45" stopColor={above} />
        <stop offset="1" stopColor={below} />
      </linearGradient>
      <path fill={`url(#${ground})`} d="M0 0h64v64H0z" />
      <path fill={clothes} d="M6 64c0-13 10-19 26-19s26 6 26 19z" />
      <path fill={inside} d="M24 46q8 4 16 0l-8 15z" />
      <path fill="#b88a6b" d="M27 36h10v9q-5 4-10 0z" />
      <ellipse fill="#c99a7a" cx="32" cy="27" rx="10" ry="12.5" />
      <path fill="#4a3528" d="M21 27q-1-15 11-15t11 15q-2-7-6-9-9 4-13 1-2 3-3 8z" />
    </svg>
  );
}

const failureOf = (code: string): string =>
  Object.hasOwn(ENGINE_FAILURES, code)
    ? ENGINE_FAILURES[code as keyof typeof ENGINE_FAILURES]
    : SENTENCES[isErrorCode(code) ? code : 'unexpected'];

/** Why an engine couldn't be asked, in a sentence. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof EngineFailed ? failureWords(thrown.failure) : sentence(thrown);

/** "Looks come with …": the name is a plural. */
const looksComeWith = (): string => comesWith([t('Looks')], 'looks', 2);

interface PictureProps {
  readonly picture: Blob | undefined;
  readonly alt: string;
  readonly caption?: string;
}

function Picture({ picture, alt, caption }: PictureProps) {
  const url = useObjectUrl(picture);
  return (
    <figure>
      {url !== undefined && <img src={url} alt={alt} />}
      {caption !== undefined && <figcaption className={ui.small}>{caption}</figcaption>}
    </figure>
  );
}

/** Edge of a trial's picture on the screen, in pixels. */
const SHOWN = 512;

/** A picture with the preview's mark across it. */
function Marked({ picture, alt }: { readonly picture: Blob; readonly alt: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    void createImageBitmap(picture).then((bitmap) => {
      const context = gone ? undefined : canvas.current?.getContext('2d');
      context?.drawImage(bitmap, 0, 0, SHOWN, SHOWN);
      bitmap.close();
      if (context) watermark({ context, plan: { width: SHOWN, height: SHOWN } });
    }, noted('looks.run'));
    return () => {
      gone = true;
    };
  }, [picture]);
  return (
    <canvas ref={canvas} width={SHOWN} height={SHOWN} role="img" aria-label={alt}>
      {alt}
    </canvas>
  );
}

/** The photo that a look is made of, which needn't be the one on the stage. */
function OwnPhoto({ draftId }: Pick<LookRun, 'draftId'>) {
  const { store } = usePorts();
  const read = useCallback(() => store.draftPhotos.get(draftId), [store, draftId]);
  const photo = useAsync(read, 'looks.run');
  return <Picture picture={photo} alt={t('Your photo')} caption={t('Your photo')} />;
}

interface RunProps {
  readonly run: LookRun;
  /** Asks for the same look once more. */
  readonly onRepeat: (run: LookRun) => Promise<unknown>;
}

/** One look: how far it is, what came of it, and what the user may do. */
function Run({ run, onRepeat }: RunProps) {
  const looks = useLooks();
  const { busy, problem, run: act } = useAction(reasonOf);
  const { unlocked } = useLibraryState();
  const place = useLookProgress().get(run.id);
  const { id, name, state, engine } = run;
  const item = useRef<HTMLLIElement>(null);
  const isUnderWay = state.kind === 'planned' || state.kind === 'sent';
  const began = useRef(isUnderWay);
  // It stands below the tiles: who asked for it sees it begin, and what comes of it.
  useEffect(() => {
    if (began.current) item.current?.scrollIntoView({ block: 'nearest' });
  }, [state.kind]);
  const button = (label: string, work: () => Promise<unknown>): ReactNode => (
    <Button key={label} size="small" busy={busy} onClick={() => act(work)}>
      {label}
    </Button>
  );
  const dismiss = (label: string): ReactNode => button(label, () => looks.dismiss(id));
  const shown = ((): { readonly words: ReactNode; readonly actions: ReactNode } => {
    switch (state.kind) {
      case 'planned':
      case 'sent':
        return {
          words:
            typeof place !== 'number'
              ? t('Waiting for {name}', { name: engine.engine })
              : place === 0
                ? t('{engine} is making the picture', { engine: engine.engine })
                : t('Place {place} in the queue of {engine}', {
                    engine: engine.engine,
                    place,
                  }),
          actions: button(t('Cancel'), () => looks.cancel(id)),
        };
      case 'received':
        return {
          words: t('Checking whether it is you'),
          actions: button(t('Cancel'), () => looks.cancel(id)),
        };
      case 'lost':
        return {
          words: failureOf(state.code),
          actions: [dismiss(t('Close')), button(t('Ask again'), () => looks.again(id))],
        };
      case 'unsure':
        return {
          words: `${VERDICT_WORDS[state.code] ?? ''} ${t('Is it you?')}`,
          actions: [button(t('Keep'), () => looks.keep(id)), dismiss(t('Discard'))],
        };
      case 'tried':
        if (unlocked.has('looks'))
          return {
            words: t('This is a preview.'),
            actions: [button(t('Make this look'), () => onRepeat(run)), dismiss(t('Discard'))],
          };
        return {
          words: (
            <>
              {t('This is a preview.')} {looksComeWith()}{' '}
              <TextLink to="/pricing">{t('See the plans')}</TextLink>
            </>
          ),
          actions: dismiss(t('Discard')),
        };
      case 'rejected':
        return {
          words: t(
            'None of the pictures shows you, so no credit was used. The engine’s provider may still charge you.',
          ),
          actions: [button(t('Try again'), () => onRepeat(run)), dismiss(t('Discard'))],
        };
      case 'failed':
        return {
          words: (
            <>
              {failureOf(state.code)}
              {state.said !== '' && (
                <>
                  {' '}
                  {t('It says:')} <q lang="en">{state.said}</q>
                </>
              )}
            </>
          ),
          actions: [button(t('Try again'), () => onRepeat(run)), dismiss(t('Close'))],
        };
      case 'kept':
        return {
          words: (
            <TextLink to={`/avatar/${String(run.avatarId)}`}>
              {t('It is in your library.')}
            </TextLink>
          ),
          actions: dismiss(t('Close')),
        };
      case 'cancelled':
      case 'dismissed':
        return { words: null, actions: null };
    }
  })();

  return (
    <li ref={item} className={cx(ui.stack3, styles.run)} aria-busy={isUnderWay}>
      <h3>{name}</h3>
      {state.kind === 'unsure' && (
        <div className={cx(ui.halves, styles.both)}>
          <OwnPhoto draftId={run.draftId} />
          <Picture picture={state.full} alt={name} caption={name} />
        </div>
      )}
      {state.kind === 'tried' && (
        <Marked picture={state.full} alt={t('{name}, as a preview', { name })} />
      )}
      <p role={state.kind === 'failed' || state.kind === 'lost' ? 'alert' : 'status'}>
        {shown.words}
      </p>
      {run.rejected.length > 0 && (
        <details className={ui.small}>
          <summary>
            {t('{count, plural, one {# picture was rejected} other {# pictures were rejected}}', {
              count: run.rejected.length,
            })}
          </summary>
          <div className={styles.rejected}>
            {run.rejected.map(({ code, thumb }, at) => (
              <Picture
                key={`${String(at)} ${code}`}
                picture={thumb}
                alt={t('A picture that was rejected')}
                caption={VERDICT_WORDS[code] ?? ''}
              />
            ))}
          </div>
        </details>
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
      <div className={ui.wrap2}>{shown.actions}</div>
    </li>
  );
}

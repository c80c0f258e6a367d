import { useCallback, useEffect, useRef, type ReactNode } from 'react';

import { ENGINE_FAILURES, failureWords, VERDICT_WORDS } from '../../content/looks.ts';
import { isErrorCode, sentence, SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { LookRun } from '../../core/look-runs.ts';
import { comesWith } from '../../core/unlocks.ts';
import { watermark } from '../../drawing/lettering.ts';
import { t } from '../../i18n/index.ts';
import { EngineFailed } from '../../ports/engines.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useLookProgress, useLooks } from '../../state/looks/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction, useAsync } from '../../state/use-async.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './looks.module.css';

const failureOf = (code: string): string =>
  Object.hasOwn(ENGINE_FAILURES, code)
    ? ENGINE_FAILURES[code as keyof typeof ENGINE_FAILURES]
    : SENTENCES[isErrorCode(code) ? code : 'unexpected'];

/** Why an engine couldn't be asked, in a sentence. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof EngineFailed ? failureWords(thrown.failure) : sentence(thrown);

/** "Looks come with …": the name is a plural. */
export const looksComeWith = (): string => comesWith([t('Looks')], 'looks', 2);

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

export interface RunProps {
  readonly run: LookRun;
  /** Asks for the same look once more. */
  readonly onRepeat: (run: LookRun) => Promise<unknown>;
}

/** One look: how far it is, what came of it, and what the user may do. */
export function Run({ run, onRepeat }: RunProps) {
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

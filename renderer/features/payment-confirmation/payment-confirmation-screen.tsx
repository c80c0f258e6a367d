import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { CLAIMS } from '../../content/claims.ts';
import type { Avatar } from '../../core/avatars.ts';
import { isOpen, type Batch, type BatchItem } from '../../core/batches.ts';
import { confirmationProgress } from '../../core/constants.ts';
import { ERRORS, holdUpOf, sentence, SENTENCES } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { isPaid, isToBeNamed } from '../../core/orders/selectors.ts';
import { paymentPath, PLANS } from '../../core/plans.ts';
import { sampleImage } from '../../core/sample-files.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { t } from '../../i18n/index.ts';
import { useRenderProgress, type RenderProgress } from '../../state/generation/index.ts';
import { useLibrary, useLibraryState, usePictureUrl } from '../../state/library/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { showFailure } from '../../state/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import button from '../../ui/button.module.css';
import { Anchor, Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Developing } from '../../ui/developing.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans, Unbroken, VisuallyHidden } from '../../ui/text.tsx';
import { SignIn } from '../account/index.ts';
import { Findings, NameTransfer, PASTE_SIGNATURE, Summary, TimeLeft } from '../payment/index.ts';
import { SaveReceipt } from '../purchases/index.ts';
import {
  orderProgress,
  useFollowedOrder,
  useMinutesRemaining,
  useOrderBatch,
  useStarting,
  type OrderProgress,
  type Phase,
  type StepState,
} from './order-progress.ts';
import styles from './payment-confirmation.module.css';

const BADGES: Record<StepState, ReactNode> = {
  rest: undefined,
  now: <Badge tone="careful">{t('Now')}</Badge>,
  done: <Badge tone="good">{t('Done')}</Badge>,
  failed: <Badge tone="bad">{t('Stopped')}</Badge>,
};

/** The words of the four steps from a payment to pictures, with the batch's pictures once known. */
const stepWords = (pictures?: { readonly made: number; readonly all: number }) => [
  {
    title: t('Verify payment'),
    words: t('We read the transfer from the chain. That typically takes {time}.', {
      time: CLAIMS.verificationTime,
    }),
  },
  {
    title: t('AI processing'),
    words: pictures
      ? t('Your photo becomes avatars on this device: {made} of {all}.', { ...pictures })
      : t('Your photo becomes avatars, on this device.'),
  },
  {
    title: t('Quality check & rendering'),
    words: t(
      'Every picture is compared with your photo. If one differs too much, it is drawn again.',
    ),
  },
  {
    title: t('Delivery to dashboard'),
    words: pictures
      ? t('{made} of {all} are in your dashboard.', { ...pictures })
      : t('Finished pictures go to your dashboard at once.'),
  },
];

interface StepsProps {
  readonly orderProgress: OrderProgress;
  readonly batch: Batch | undefined;
}

/** The four steps from a payment to pictures in the dashboard. */
function Steps({ orderProgress: { steps }, batch }: StepsProps) {
  const items = batch?.items ?? [];
  const made = items.filter(({ state }) => state === 'done').length;
  const pictures = items.length > 0 ? { made, all: items.length } : undefined;
  return (
    <ol className={styles.steps}>
      {stepWords(pictures).map(({ title, words }, index) => {
        const state = steps[index] ?? 'rest';
        return (
          <li
            key={title}
            className={cx(ui.numbered, state === 'rest' && styles.rest)}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span aria-hidden="true">{index + 1}</span>
            <div>
              <h2 className={ui.heading}>{title}</h2>
              <p className={ui.quiet}>
                <Unbroken text={words} />
              </p>
            </div>
            {BADGES[state]}
          </li>
        );
      })}
    </ol>
  );
}

const TITLES: Record<Phase, string> = {
  none: t('Payment Processing'),
  unpaid: t('Payment Processing'),
  verifying: t('Payment Processing'),
  stopped: t('Payment stopped'),
  refunded: t('Refunded'),
  'needs-photo': t('Paid. One photo to go.'),
  developing: t('Developing your avatars'),
  paused: t('Developing is paused'),
  delivered: t('Your avatars are ready'),
};

// Only a made set needs them.
const KeepCopies = lazily(async () => (await import('./keep-copies.tsx')).KeepCopies);
const Kept = lazily(async () => (await import('./keep-copies.tsx')).Kept);

function Countdown({ remaining }: { readonly remaining: number }) {
  return (
    <div className={cx(ui.stack3, styles.countdown)}>
      <p>
        <Trans
          id="{minutes, plural, one {<b>#</b> minute left at most} other {<b>#</b> minutes left at most}}"
          values={{ minutes: remaining }}
          components={{ b: <b className={ui.title} /> }}
        />
      </p>
      <Progress label={t('Until delivery')} done={confirmationProgress(remaining) / 100} />
      {remaining === 0 && (
        <p className={ui.quiet}>
          {t(
            'This is taking longer than usual. Nothing is lost: it continues here, and after a reload.',
          )}
        </p>
      )}
    </div>
  );
}

interface OnwardProps {
  readonly phase: Phase;
  readonly batch: Batch | undefined;
  readonly order: Order | undefined;
  /** The address names an order, so its visitor isn't asked to pay again. */
  readonly named: boolean;
}

function Onward({ phase, batch, order, named }: OnwardProps) {
  const payAt = order ? paymentPath(PLANS[order.plan]) : '/pricing';
  const first: Partial<Record<Phase, { to: string; words: string }>> = {
    ...(!named && { none: { to: '/pricing', words: t('See the plans') } }),
    unpaid: { to: payAt, words: t('Go to payment') },
    stopped: { to: payAt, words: t('Pay again') },
    'needs-photo': { to: '/customize', words: t('Add your photo') },
  };
  const { to, words } = first[phase] ?? { to: '/dashboard', words: t('Go to Dashboard') };
  return (
    <div className={ui.wrap5}>
      {/* A link in another place is another element: one that changed under the pointer would be clicked by mistake. */}
      <ButtonLink key={to} to={to} variant="accent">
        {words}
      </ButtonLink>
      {phase === 'delivered' && batch && <KeepCopies batch={batch} />}
      {to !== '/dashboard' && <TextLink to="/dashboard">{t('Go to Dashboard')}</TextLink>}
      {to !== '/customize' && (
        <TextLink to="/customize">
          {phase === 'none' ? t('Create an avatar') : t('Create another')}
        </TextLink>
      )}
      <TextLink to="/contact">{t('Contact Support')}</TextLink>
      {order && isPaid(order) && <SaveReceipt order={order} />}
    </div>
  );
}

/** A set that has ended, without the pictures that were deleted since. */
function useKept(batch: Batch | undefined): Batch | undefined {
  const { loaded, failed, avatars } = useLibraryState();
  return useMemo(() => {
    if (!batch || !loaded || failed || isOpen(batch)) return batch;
    const there = new Set(avatars.map(({ uid }) => uid));
    return {
      ...batch,
      items: batch.items.filter(({ state, uid }) => state !== 'done' || there.has(uid)),
    };
  }, [batch, loaded, failed, avatars]);
}

/** /payment-confirmation?order=: an order's progress from the transfer to the pictures. */
export function PaymentConfirmationScreen() {
  const [query] = useSearchParams();
  const named = query.get('order');
  const { known, watch, failure } = useFollowedOrder(named);
  const { order, trouble, expiresIn } = watch ?? {};
  const batch = useOrderBatch(order?.id);
  const kept = useKept(batch);
  const remaining = useMinutesRemaining(order);
  const now = orderProgress(order, batch, useStarting(order, batch));
  const counts = now.phase === 'verifying' || now.phase === 'developing';
  const { clock } = usePorts();
  const stoppedBy = order?.state.kind === 'failed' ? order.state.reason : 'blockhash-expired';
  const toBeNamed = order !== undefined && isToBeNamed(order, clock.now());

  return (
    <div className={cx(ui.page, ui.tall)}>
      <div className={cx(ui.stack5, styles.head)}>
        <h1 className={ui.title}>{TITLES[now.phase]}</h1>
        {known && <Onward phase={now.phase} batch={batch} order={order} named={named !== null} />}
        {known && now.phase === 'delivered' && <Kept />}
      </div>
      {known && !order && (
        <SampleSteps>
          {failure !== undefined && <ErrorNote what={sentence(failure)} />}
          {failure === undefined && named !== null && <UnknownOrder />}
          {failure === undefined && named === null && (
            <Notice title={t('No payment in progress')}>
              {t(
                'These are the four steps from a payment to your pictures. Choose a plan to begin.',
              )}
            </Notice>
          )}
        </SampleSteps>
      )}
      {known && order && kept && kept.items.length > 0 && <Reveal batch={kept} />}
      {known && order && (
        <div className={cx(ui.two, styles.two)}>
          <div className={ui.stack6}>
            {now.phase === 'stopped' && (
              <ErrorNote
                what={SENTENCES[stoppedBy]}
                safe={
                  'safe' in ERRORS[stoppedBy]
                    ? undefined
                    : t('You have not been charged for the plan.')
                }
              />
            )}
            {now.phase === 'needs-photo' && (
              <Notice
                tone="good"
                title={t('{credits, plural, one {# credit is} other {# credits are}} yours', {
                  credits: order.credits,
                })}
              >
                {t('Add a photo to make avatars. Your credits don’t expire.')}
              </Notice>
            )}
            <Findings order={order} found={watch?.found} />
            {batch?.pausedFor !== undefined && now.phase === 'paused' && (
              <Notice tone="careful" title={t('Developing is paused')}>
                {t('Your credits are safe. Continue from the dashboard.')}
              </Notice>
            )}
            {trouble !== undefined && now.phase === 'verifying' && (
              <Notice tone="careful" title={holdUpOf(trouble)}>
                {t('We keep trying.')}
              </Notice>
            )}
            {expiresIn !== undefined && now.phase === 'verifying' && (
              <TimeLeft milliseconds={expiresIn} />
            )}
            {toBeNamed && <Notice tone="careful" title={PASTE_SIGNATURE} />}
            {counts && !toBeNamed && remaining !== undefined && <Countdown remaining={remaining} />}
            <Steps orderProgress={now} batch={kept} />
            {watch && order.state.kind === 'manual' && <NameTransfer watch={watch} />}
            {watch && isPaid(order) && (
              <details>
                <summary>{t('Paid twice by mistake?')}</summary>
                <NameTransfer watch={watch} />
              </details>
            )}
          </div>
          <aside>
            <Summary plan={PLANS[order.plan]} order={order} />
          </aside>
        </div>
      )}
    </div>
  );
}

/** Without an order: says why, and shows the four steps as a strip in which a sample develops. */
const SampleSteps = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.sampleSteps}>
    {children}
    <Film label={t('From a payment to your pictures')} whole>
      {stepWords().map(({ title, words }, index) => (
        <Frame
          key={title}
          number={index + 1}
          edge={t('SAMPLE')}
          picture={
            <img
              className={styles.plate}
              data-step={index + 1}
              {...sampleImage('leila', 'artistic', '(max-width: 560px) 46vw, 300px')}
              alt=""
            />
          }
        >
          <h2 className={ui.caption}>{title}</h2>
          <p className={styles.words}>
            <Unbroken text={words} />
          </p>
        </Frame>
      ))}
    </Film>
  </div>
);

/**
 * Shown for an order that can't be read. It may belong to a locked account, but nobody can tell,
 * since such an account hides even the names of its rows. So the account can be opened here, which
 * then shows the order.
 */
function UnknownOrder() {
  const { status } = useAccount();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const closed = status !== 'open';
  return (
    <>
      <ErrorNote
        what={SENTENCES['order-unknown']}
        actions={
          closed && !asked ? (
            <Button onClick={() => setAsked(true)}>{t('Sign In')}</Button>
          ) : undefined
        }
      />
      {closed && asked && (
        <div className={styles.open}>
          <SignIn onForgotten={() => void navigate('/login')} />
        </div>
      )}
    </>
  );
}

/** As many as anyone looks at together; in a larger set, the strip follows the progress. */
const SHOWN = 12;

function Picture({ item }: { readonly item: BatchItem }) {
  const url = usePictureUrl(item.uid, 'thumb');
  return (
    <Anchor
      to={`/avatar/${String(item.avatarId)}`}
      aria-label={t('View {name}', { name: item.name })}
    >
      {url !== undefined && <img src={url} alt="" />}
    </Anchor>
  );
}

const pictureOf = (item: BatchItem, batch: Batch, works: RenderProgress) => {
  if (item.state === 'done') return <Picture item={item} />;
  const now = works.get(batch.id);
  return <Developing label={item.name} done={now?.uid === item.uid ? now.done : 0} />;
};

function Heart({ avatar }: { readonly avatar: Avatar }) {
  const library = useLibrary();
  const { uid, name, liked } = avatar;
  return (
    <button
      type="button"
      className={cx(button.icon, styles.heart)}
      aria-pressed={liked}
      onClick={() => void library.like([uid], !liked).catch(showFailure)}
    >
      <HeartIcon size={22} strokeWidth={1.6} fill={liked ? 'currentcolor' : 'none'} />
      <VisuallyHidden>{t('Keep {name} among the best', { name })}</VisuallyHidden>
    </button>
  );
}

/** An order's set: it develops at full width, takes likes, and shows the credits left. */
function Reveal({ batch }: { readonly batch: Batch }) {
  const works = useRenderProgress();
  const { avatars, credits } = useLibraryState();
  const known = useMemo(() => new Map(avatars.map((avatar) => [avatar.uid, avatar])), [avatars]);
  const next = batch.items.findIndex(({ state }) => state === 'waiting');
  const end = Math.min(
    batch.items.length,
    Math.max(SHOWN, next < 0 ? batch.items.length : next + 1),
  );
  const start = Math.max(0, end - SHOWN);
  const ended = batch.state === 'done' || batch.state === 'cancelled';
  const made = batch.items.filter(({ state }) => state === 'done').length;
  return (
    <section className={styles.reveal} aria-label={t('Your pictures')}>
      <Film label={t('Your pictures, as they develop')}>
        {batch.items.slice(start, end).map((item, index) => {
          const avatar = known.get(item.uid);
          return (
            <Frame
              key={item.uid}
              number={start + index + 1}
              edge={STYLE_LABELS[item.recipe.style].toUpperCase()}
              picture={pictureOf(item, batch, works)}
            >
              <div className={styles.line}>
                <p className={ui.caption}>{item.name}</p>
                {avatar && <Heart avatar={avatar} />}
              </div>
            </Frame>
          );
        })}
      </Film>
      <p role="status" className={ended ? styles.announced : styles.unseen}>
        {ended && (
          <>
            {t('{count, plural, one {One picture is} other {# pictures are}} ready.', {
              count: made,
            })}{' '}
            {made > 0 && t('Give the best a heart: the dashboard finds them again.')}
          </>
        )}
      </p>
      {ended && credits.available > 0 && (
        <p>
          <ButtonLink to="/customize">
            {t(
              '{credits, plural, one {# left: make more like this} other {# left: make more like this}}',
              { credits: credits.available },
            )}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

import { useEffect, useMemo, useState } from 'react';

import { ANIMATED } from '../../content/minting.ts';
import { animationId, countedBy, type AnimationRight } from '../../core/animations.ts';
import type { Avatar } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { MintMotion } from '../../core/mints/mint.ts';
import { framesOf, MOTION_SECONDS, MOTIONS } from '../../core/motion.ts';
import { plansWith } from '../../core/unlocks.ts';
import { formatList, formatNumber, formatPercent, t } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import {
  isPlain,
  NO_QUERY,
  selectAvatars,
  useLibraryState,
  type LibraryQuery,
} from '../../state/library/index.ts';
import { edgeFor, useFreeBytes } from '../../state/minting/index.ts';
import { useAnimator } from '../../state/motion/index.ts';
import { useScope } from '../../state/scope.ts';
import { useAsync } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { Trans } from '../../ui/text.tsx';
import { Toolbar } from '../library-tools/index.ts';
import { LoopPreview, MOTION_LABELS } from '../motion/index.ts';
import styles from './choose.module.css';
import { describeMintable, MintPicture, type Mintable } from './mintable.tsx';

const PhotoGone = lazily(async () => (await import('../parts/photo-gone.tsx')).PhotoGone);

export interface ChooseAvatarProps {
  /** The user's own, newest batch first; none if these are samples. */
  readonly avatars: readonly Avatar[];
  readonly all: readonly Mintable[];
  readonly chosen: readonly Mintable[];
  /** True allows several: checkboxes instead of radio buttons. */
  readonly several: boolean;
  readonly onChoose: (id: number) => void;
}

/** As many as anyone looks through before the next step comes into view. */
const PAGE = 24;

const NO_NFTS: ReadonlySet<string> = new Set();

/**
 * The avatars on a contact sheet, page by page, with the dashboard's search, filters and orders;
 * those that are NFTs already can't be chosen.
 */
export function ChooseAvatar({ avatars, all, chosen, several, onChoose }: ChooseAvatarProps) {
  const [query, setQuery] = useState<LibraryQuery>(NO_QUERY);
  const [now] = useState(() => Date.now());
  const selected = useMemo(
    () => selectAvatars(avatars, query, { minted: NO_NFTS, now }),
    [avatars, query, now],
  );
  const [shown, setShown] = useState(PAGE);
  // The one that the user came with is the first.
  const [brought] = useState(() => new Set(chosen.map(({ id }) => id)));
  const ofUid = useMemo(() => new Map(all.map((one) => [one.uid, one])), [all]);
  const matching = avatars.length > 0 ? selected.flatMap(({ uid }) => ofUid.get(uid) ?? []) : all;
  const found = isPlain(query)
    ? [
        ...matching.filter(({ id }) => brought.has(id)),
        ...matching.filter(({ id }) => !brought.has(id)),
      ]
    : matching;
  const page = found.slice(0, shown);
  // The chosen ones, from here or from the address, are always visible.
  const first = all.filter((one) => chosen.some(({ id }) => id === one.id) && !page.includes(one));
  return (
    <>
      {avatars.length > PAGE && (
        // In a box of its own it scrolls away with the sheet.
        <div className={styles.tools}>
          <Toolbar
            avatars={avatars}
            sizes={false}
            query={query}
            onChange={(part) => {
              setQuery({ ...query, ...part });
              setShown(PAGE);
            }}
            status={t('{shown} of {total, plural, one {# avatar} other {# avatars}}', {
              shown: formatNumber(found.length),
              total: all.length,
            })}
          />
        </div>
      )}
      <Film label={t('Avatars')} columns={3}>
        {[...first, ...page].map((mintable) => (
          <Frame
            key={mintable.id}
            number={mintable.id}
            edge={mintable.label.toUpperCase()}
            picture={
              <label className={styles.frame}>
                <input
                  className={ui.cover}
                  type={several ? 'checkbox' : 'radio'}
                  name="avatar"
                  aria-label={
                    mintable.isNFT
                      ? t('{avatar}, Already NFT', { avatar: describeMintable(mintable) })
                      : describeMintable(mintable)
                  }
                  checked={chosen.some(({ id }) => id === mintable.id)}
                  disabled={mintable.isNFT}
                  onChange={() => onChoose(mintable.id)}
                />
                <MintPicture mintable={mintable} which="thumb" alt="" />
              </label>
            }
          >
            <p className={ui.caption}>{mintable.name}</p>
            <p className={styles.facts}>
              {mintable.label}
              {mintable.isNFT && <Badge tone="chain">{t('Already NFT')}</Badge>}
            </p>
          </Frame>
        ))}
      </Film>
      {found.length === 0 && <p className={ui.quiet}>{t('No avatars match. Try other words.')}</p>}
      {found.length > shown && (
        <TextButton onClick={() => setShown(shown + PAGE)}>
          {t('Show more ({left} left)', { left: formatNumber(found.length - shown) })}
        </TextButton>
      )}
    </>
  );
}

/** Why these avatars stay still, and how to animate them. */
function Still({
  still,
  onStill,
}: {
  readonly still: readonly Mintable[];
  readonly onStill: () => void;
}) {
  const { avatars } = useLibraryState();
  const [first] = still;
  if (!first) return null;
  const avatar = avatars.find(({ uid }) => uid === first.uid);
  const sample = first.url !== undefined;
  return (
    <Notice
      tone="careful"
      title={
        sample
          ? t('Samples can’t be animated')
          : t('{names} can’t be animated any more', {
              names: formatList(still.map(({ name }) => name)),
            })
      }
      actions={
        sample ? (
          <TextLink to="/customize">{t('Create your own')}</TextLink>
        ) : (
          <TextButton onClick={onStill}>{t('Mint the still')}</TextButton>
        )
      }
    >
      {sample ? ANIMATED.sample : avatar && <PhotoGone avatar={avatar} />}
    </Notice>
  );
}

/** How the loops will be counted; shown before anything is signed. */
export function counted({ right, uncounted }: AnimatedView): string | undefined {
  if (!right) return undefined;
  if (uncounted === 0)
    return t('You have made this loop before: minting it uses no further living avatar or credit.');
  if (right.included >= uncounted)
    return t(
      '{left, plural, one {# living avatar is} other {# living avatars are}} left in your plan; {used, plural, one {this uses one} other {these use #}}.',
      { left: right.included, used: uncounted },
    );
  if (right.included + right.byCredit < uncounted)
    return t('Your plan doesn’t have that many living avatars left.');
  return right.included > 0
    ? t(
        'Beyond what is left in your plan each loop uses a credit; {credits, plural, one {# is} other {# are}} left.',
        { credits: right.byCredit },
      )
    : t(
        'With your plan each loop uses a credit; {credits, plural, one {# is} other {# are}} left.',
        { credits: right.byCredit },
      );
}

interface ChooseMotionProps {
  readonly chosen: readonly Mintable[];
  readonly living: MintMotion | undefined;
  readonly view: AnimatedView;
  readonly onChange: (living: MintMotion | undefined) => void;
}

/** Still or animated, and how it moves; previewed before anything is signed. */
export function ChooseMotion({ chosen, living, view, onChange }: ChooseMotionProps) {
  const { moving, still, unlocked, encodes, free, edge } = view;
  const [first] = moving;
  const seeThrough = moving.some(({ avatar }) => avatar.recipe.background === 'none');
  return (
    <div className={cx(ui.stack4, ui.start, styles.motion)}>
      <Segmented
        label={t('Still or animated')}
        options={[
          { id: 'still', label: t('Still') },
          { id: 'animated', label: t('Animated') },
        ]}
        value={living ? 'animated' : 'still'}
        onChange={(id) => onChange(id === 'still' ? undefined : FIRST_MOTION)}
      />
      {living && (
        <>
          <Still still={still} onStill={() => onChange(undefined)} />
          {encodes === false && <ErrorNote what={SENTENCES['mint-no-video']} />}
          {first && still.length === 0 && encodes !== false && (
            <>
              <LoopPreview
                key={first.avatar.uid}
                animation={{ ...first, living: { ...living, size: 480 } }}
                marked={!unlocked}
              />
              {chosen.length > 1 && (
                <p className={ui.quiet}>{t('All of them move in this way.')}</p>
              )}
              <Segmented
                label={t('Motion')}
                options={MOTIONS.map((one) => ({ id: one, label: MOTION_LABELS[one] }))}
                value={living.motion}
                onChange={(motion) => onChange({ ...living, motion })}
              />
              <Slider
                label={t('Strength')}
                value={living.strength}
                min={0.25}
                max={1}
                step={0.05}
                origin={0.25}
                text={formatPercent(living.strength)}
                onChange={(strength) => onChange({ ...living, strength })}
              />
              <p className={ui.quiet}>
                {t('A seamless loop of {seconds, plural, one {# second} other {# seconds}}.', {
                  seconds: MOTION_SECONDS[living.motion],
                })}{' '}
                {ANIMATED.fits(edge ?? 480, free)} {seeThrough && ANIMATED.onWhite}
              </p>
              {unlocked ? (
                <p className={ui.quiet}>{counted(view)}</p>
              ) : (
                <p>
                  <Trans
                    id="This is a preview. Minting it comes with {plans}. <link>See the plans</link>"
                    values={{
                      plans: formatList(plansWith('animated-avatars').map(({ name }) => name)),
                    }}
                    components={{ link: <TextLink to="/pricing" /> }}
                  />
                </p>
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The initially selected motion. */
const FIRST_MOTION: MintMotion = { motion: 'calm', strength: 1 };

/** An avatar that can move, because its photo is still kept. */
interface Animatable {
  readonly avatar: Avatar;
  /** The draft's id. */
  readonly photo: string;
}

export interface AnimatedView {
  /** The chosen avatars that can move. */
  readonly moving: readonly Animatable[];
  /** The chosen avatars that can't move: samples, and those whose photo is gone. */
  readonly still: readonly Mintable[];
  readonly unlocked: boolean;
  /** Whether this browser encodes video; undefined until it is known. */
  readonly encodes?: boolean;
  readonly right?: AnimationRight;
  /** The number of loops that would be counted; those made earlier cost nothing. */
  readonly uncounted: number;
  /** Bytes that the gateway stores free of charge, and the edge in pixels that they allow. */
  readonly free?: number;
  readonly edge?: number;
  /** True if all chosen avatars can be minted animated. */
  readonly possible: boolean;
}

/**
 * What an animated mint of these avatars needs and has. The gateway and the encoder are asked once
 * `living` is set.
 */
export function useAnimated(
  chosen: readonly Mintable[],
  living: MintMotion | undefined,
): AnimatedView {
  const { avatars, batches, unlocked, credits } = useLibraryState();
  const { entries, phase } = useDraft();
  const animator = useAnimator();
  const scope = useScope();
  const [right, setRight] = useState<AnimationRight>();
  const wanted = living !== undefined;

  const free = useFreeBytes(wanted);
  const ask = useMemo(
    () => (wanted ? () => animator.offers(480, false) : undefined),
    [wanted, animator],
  );
  const encodes = useAsync(ask, 'mints.loop')?.some(
    ({ format }) => format === 'mp4' || format === 'webm',
  );
  useEffect(() => {
    if (!wanted || !scope) return undefined;
    let gone = false;
    animator.right(scope).then((found) => {
      if (!gone) setRight(found);
    }, noted('mints.loop'));
    return () => {
      gone = true;
    };
  }, [wanted, animator, scope, credits]);

  const photos = new Set(entries.map(({ draft }) => draft.id));
  const moving = chosen.flatMap(({ uid }): Animatable[] => {
    const avatar = avatars.find((one) => one.uid === uid);
    const photo = avatar && photoOfAvatar(avatar, batches);
    return avatar && photo !== undefined && photos.has(photo) ? [{ avatar, photo }] : [];
  });
  const movingUids = new Set(moving.map(({ avatar }) => avatar.uid));
  const still = phase === 'starting' ? [] : chosen.filter(({ uid }) => !movingUids.has(uid));
  const uncounted =
    living && right
      ? moving.filter(({ avatar }) => countedBy(right, animationId(avatar.uid, living)) !== 'made')
          .length
      : 0;
  return {
    moving,
    still,
    unlocked: unlocked.has('animated-avatars'),
    ...(encodes !== undefined && { encodes }),
    ...(free !== undefined && { free }),
    ...(free !== undefined && living && { edge: edgeFor(free, framesOf(living)) }),
    ...(right && { right }),
    uncounted,
    possible:
      unlocked.has('animated-avatars') &&
      moving.length === chosen.length &&
      encodes === true &&
      right !== undefined &&
      uncounted <= right.included + right.byCredit,
  };
}

import { useCallback, useEffect, useState } from 'react';

import { animationId, countedBy, type AnimationRight } from '../../core/animations.ts';
import type { Avatar } from '../../core/avatars.ts';
import { sentence } from '../../core/errors.ts';
import {
  CAMERAS,
  MOTION_SECONDS,
  MOTION_SIZES,
  MOTIONS,
  MOVES,
  PREMIUM_SECONDS,
  STYLES_MOST,
  type Living,
  type Premium,
} from '../../core/motion.ts';
import { STYLE_IDS, STYLE_LABELS, type StyleId } from '../../core/styles.ts';
import { comesWith } from '../../core/unlocks.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import type { EncodedVideo, VideoFormat, VideoOffer } from '../../ports/video.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAnimator } from '../../state/motion/index.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { readsLeftwards } from '../../ui/direction.ts';
import { CheckField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { PhotoGone } from '../parts/photo-gone.tsx';
import { SavedNote, SavingProgress, useLongSaving, type LongSaving } from '../saving/index.ts';
import styles from './motion.module.css';
import { LoopPreview } from './player.tsx';
import {
  CAMERA_LABELS,
  FORMAT_LABELS,
  formatWords,
  MOTION_LABELS,
  MOVE_LABELS,
  withoutVideo,
} from './words.ts';

const NEW_PREMIUM: Premium = { seconds: 6, moves: ['look'], camera: 'push', styles: [] };

/** The options of a premium animation: its length, head moves, a camera, and other styles. */
function PremiumChoice({
  own,
  value,
  onChange,
}: {
  /** The avatar's own style, which the animation starts and ends with. */
  readonly own: StyleId;
  readonly value: Premium;
  readonly onChange: (value: Premium) => void;
}) {
  const { seconds, moves, camera, styles: through } = value;
  return (
    <>
      <Segmented
        label={t('Length')}
        options={PREMIUM_SECONDS.map((one) => ({
          id: one,
          label: t('{seconds} s', { seconds: one }),
        }))}
        value={seconds}
        onChange={(one) => onChange({ ...value, seconds: one })}
      />
      <fieldset className={styles.boxes}>
        <legend>{t('Moves, one after the other')}</legend>
        {MOVES.map((move) => (
          <CheckField
            key={move}
            label={MOVE_LABELS[move]}
            checked={moves.includes(move)}
            onChange={({ target }) =>
              onChange({
                ...value,
                moves: MOVES.filter((one) => (one === move ? target.checked : moves.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      <Segmented
        label={t('Camera')}
        options={CAMERAS.map((one) => ({ id: one, label: CAMERA_LABELS[one] }))}
        value={camera}
        onChange={(one) => onChange({ ...value, camera: one })}
      />
      <fieldset className={styles.boxes}>
        <legend>{t('Through other styles, in the order you tick them')}</legend>
        {STYLE_IDS.filter((style) => style !== own).map((style) => (
          <CheckField
            key={style}
            label={STYLE_LABELS[style]}
            checked={through.includes(style)}
            disabled={through.length >= STYLES_MOST - 1 && !through.includes(style)}
            onChange={({ target }) =>
              onChange({
                ...value,
                styles: target.checked
                  ? [...through, style]
                  : through.filter((one) => one !== style),
              })
            }
          />
        ))}
        {through.length > 0 && (
          <p role="status" className={ui.note}>
            {[own, ...through, own]
              .map((style) => STYLE_LABELS[style])
              .join(readsLeftwards() ? ' ← ' : ' → ')}
          </p>
        )}
      </fieldset>
    </>
  );
}

export interface AnimateDialogProps {
  readonly avatar: Avatar;
  /** The draft that the avatar was made from, while it is kept. */
  readonly photo: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Animates the avatar: previews the loop and saves it as a moving picture. */
export function AnimateDialog({ avatar, photo, open, onClose }: AnimateDialogProps) {
  // Kept while it is closed.
  const [chosen, setChosen] = useState<Living>();
  return (
    <Dialog open={open} onClose={onClose} title={t('Animate {name}', { name: avatar.name })} wide>
      {photo === undefined ? (
        <PhotoGone avatar={avatar} />
      ) : (
        <AnimateForm avatar={avatar} photo={photo} chosen={chosen} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

const NEW: Living = { motion: 'calm', strength: 1, size: 720 };

interface ChoiceProps {
  readonly living: Living;
  readonly onChange: (living: Living) => void;
}

function AnimateForm({
  avatar,
  photo,
  chosen,
  onChoose,
}: {
  readonly avatar: Avatar;
  readonly photo: string;
  readonly chosen: Living | undefined;
  readonly onChoose: (living: Living) => void;
}) {
  const animator = useAnimator();
  const { unlocked } = useLibraryState();
  const cutShort = useAsync(
    useCallback(() => animator.unfinished(avatar.uid), [animator, avatar.uid]),
    'animation.count',
  );
  // Until the first choice, those of a save that a crash interrupted.
  const living = chosen ?? cutShort?.living ?? NEW;
  const [kept, setKept] = useState<Kept>();
  const saving = useLongSaving();
  const isPro = unlocked.has('premium-animations');
  const mayKeep = unlocked.has('animated-avatars') && (living.premium === undefined || isPro);
  const busy = saving.work !== undefined;

  const save = async (format: VideoFormat): Promise<void> => {
    setKept(undefined);
    await saving.run(async (given) =>
      setKept(await animator.save({ avatar, photo, living }, format, given)),
    );
  };

  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <LoopPreview animation={{ avatar, photo, living }} marked={!mayKeep} wanted={!busy} />
        {cutShort && !busy && !kept && (
          <p role="status">{t('Saving this was cut short. Nothing was lost: save it again.')}</p>
        )}
      </div>
      <div className={styles.form}>
        <fieldset className={ui.stack4} disabled={busy}>
          <MotionChoice own={avatar.recipe.style} living={living} onChange={onChoose} />
        </fieldset>
        {mayKeep ? (
          <SaveAnimation
            avatar={avatar}
            living={living}
            onChange={onChoose}
            isPro={isPro}
            first={cutShort?.format ?? 'mp4'}
            saving={saving}
            kept={kept}
            onSave={(format) => void save(format)}
          />
        ) : (
          <p>
            {t('This is a preview.')}{' '}
            {comesWith(
              [t('Saving it')],
              living.premium ? 'premium-animations' : 'animated-avatars',
            )}{' '}
            <TextLink to="/pricing">{t('See the plans')}</TextLink>
          </p>
        )}
        {saving.failed !== undefined && <ErrorNote what={saving.failed} />}
      </div>
    </div>
  );
}

/** How it moves, for how long and how strongly. */
function MotionChoice({ own, living, onChange }: ChoiceProps & { readonly own: StyleId }) {
  const { premium, ...loop } = living;
  const { motion, strength } = loop;
  return (
    <>
      <div className={ui.stack2}>
        <Segmented
          label={t('Length and camera')}
          options={[
            { id: 'loop', label: t('Loop') },
            { id: 'premium', label: t('Premium') },
          ]}
          value={premium ? 'premium' : 'loop'}
          onChange={(kind) =>
            onChange(kind === 'premium' ? { ...loop, premium: NEW_PREMIUM } : loop)
          }
        />
      </div>
      <div className={ui.stack2}>
        <Segmented
          label={t('Motion')}
          options={MOTIONS.map((one) => ({ id: one, label: MOTION_LABELS[one] }))}
          value={motion}
          onChange={(one) => onChange({ ...living, motion: one })}
        />
        <p className={ui.note}>
          {premium
            ? t(
                'A video of {seconds, plural, one {# second} other {# seconds}} that ends as it begins.',
                { seconds: premium.seconds },
              )
            : t('A seamless loop of {seconds, plural, one {# second} other {# seconds}}.', {
                seconds: MOTION_SECONDS[motion],
              })}
        </p>
      </div>
      {premium && (
        <PremiumChoice
          own={own}
          value={premium}
          onChange={(value) => onChange({ ...loop, premium: value })}
        />
      )}
      <Slider
        label={t('Strength')}
        value={strength}
        min={0.25}
        max={1}
        step={0.05}
        origin={0.25}
        text={formatPercent(strength)}
        onChange={(value) => onChange({ ...living, strength: value })}
      />
    </>
  );
}

interface Kept {
  readonly saved: Saved;
  readonly video: EncodedVideo;
}

/** The browser's formats and what saving costs; asked again when either may have changed. */
function useOffers(
  { avatar, size, kept }: { avatar: Avatar; size: number; kept: Kept | undefined },
  first: VideoFormat,
  onFailed: (why: string) => void,
) {
  const animator = useAnimator();
  const { credits } = useLibraryState();
  const [chosen = first, setFormat] = useState<VideoFormat>();
  const [offers, setOffers] = useState<readonly VideoOffer[]>();
  const [right, setRight] = useState<AnimationRight>();
  useEffect(() => {
    let gone = false;
    Promise.all([animator.offers(size, isSeeThrough(avatar)), animator.right(avatar)]).then(
      ([found, counted]) => {
        if (gone) return;
        setOffers(found);
        setRight(counted);
      },
      (failure: unknown) => {
        if (!gone) onFailed(sentence(failure));
      },
    );
    return () => {
      gone = true;
    };
  }, [animator, avatar, size, credits, kept, onFailed]);
  const writes = !offers || offers.some(({ format }) => format === chosen);
  const format = writes ? chosen : (offers[0]?.format ?? chosen);
  return { format, setFormat, offers, right };
}

const isSeeThrough = ({ recipe }: Avatar): boolean => recipe.background === 'none';

/** The size and format to save in, and the saving itself. */
function SaveAnimation({
  avatar,
  living,
  onChange,
  isPro,
  first,
  saving,
  kept,
  onSave,
}: ChoiceProps & {
  readonly avatar: Avatar;
  readonly isPro: boolean;
  readonly first: VideoFormat;
  readonly saving: LongSaving;
  readonly kept: Kept | undefined;
  readonly onSave: (format: VideoFormat) => void;
}) {
  const { size } = living;
  const { offers, right, format, setFormat } = useOffers(
    { avatar, size, kept },
    first,
    saving.setFailed,
  );
  const busy = saving.work !== undefined;
  const offer = offers?.find((one) => one.format === format);
  const by = right && countedBy(right, animationId(avatar.uid, living));
  return (
    <>
      <Segmented
        label={t('Size')}
        options={MOTION_SIZES.map((one) => ({
          id: one,
          label: t('{size} px', { size: one }),
          disabled: busy || (one === 1080 && !isPro),
        }))}
        value={size}
        onChange={(one) => onChange({ ...living, size: one })}
      />
      {!isPro && (
        <p className={ui.note}>
          {comesWith([t('{size} px', { size: 1080 })], 'premium-animations')}
        </p>
      )}
      {offers && (
        <div className={ui.stack2}>
          <Segmented
            label={t('Format')}
            options={offers.map((one) => ({
              id: one.format,
              label: FORMAT_LABELS[one.format],
              disabled: busy,
            }))}
            value={format}
            onChange={setFormat}
          />
          {offer && (
            <p className={ui.note}>
              {formatWords(offer, isSeeThrough(avatar))} {withoutVideo(offers)}
            </p>
          )}
        </div>
      )}
      <SavingProgress saving={saving} />
      {!busy && (
        <Button
          variant="accent"
          wide
          disabled={!offer || by === undefined}
          onClick={() => onSave(format)}
        >
          {t('Save as {format}', { format: FORMAT_LABELS[format] })}
        </Button>
      )}
      {right && (
        <p className={ui.note}>
          {counted(right, by)}{' '}
          {by === undefined && <TextLink to="/pricing">{t('See the plans')}</TextLink>}
        </p>
      )}
      {kept && (
        <p className={ui.note}>
          {t('{width} pixels, {codec}, {frames, plural, one {# frame} other {# frames}}.', {
            width: kept.video.width,
            codec: kept.video.codec,
            frames: kept.video.frames,
          })}
        </p>
      )}
      <SavedNote saved={kept?.saved} />
    </>
  );
}

/** How this animation will be counted; shown before it is saved. */
const counted = (
  { included, byCredit }: AnimationRight,
  by: ReturnType<typeof countedBy>,
): string => {
  switch (by) {
    case 'made':
      return t('You already have this one. Saving it again is free.');
    case 'included':
      return t(
        '{count, plural, one {# living avatar is} other {# living avatars are}} left in your plan; this uses one.',
        { count: included },
      );
    case 'credit':
      return t(
        'This uses {credits, plural, one {your only credit} other {one of your # credits}}.',
        {
          credits: byCredit,
        },
      );
    case undefined:
      return t('No living avatars are left in your plan.');
  }
};

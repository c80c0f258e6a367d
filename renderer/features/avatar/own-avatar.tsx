import { useAtomValue, useSetAtom } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar, AvatarSize } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { RETURNS_PER_SET } from '../../core/credits.ts';
import { largestSizeOf, type Draft } from '../../core/drafts.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../../core/styles.ts';
import { lockedStyles } from '../../core/unlocks.ts';
import { formatDate, t } from '../../i18n/index.ts';
import { analysesAtom, useDraft } from '../../state/drafts/index.ts';
import {
  exchange,
  remake,
  useGeneration,
  useRepaintable,
  type Remade,
} from '../../state/generation/index.ts';
import {
  NAME_MAX_LENGTH,
  undoableAtom,
  useLibrary,
  useLibraryState,
  usePictureUrl,
} from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { randomUint32 } from '../../state/random.ts';
import { useScope } from '../../state/scope.ts';
import { unlessAborted, useAction, useAsync } from '../../state/use-async.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Dialog, DialogButton } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { DeleteIcon, PencilIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { Animate } from '../motion/index.ts';
import { useMinted } from '../parts/certificate.tsx';
import { NameForm } from '../parts/name-form.tsx';
import { PhotoGone } from '../parts/photo-gone.tsx';
import { useLongWork } from '../parts/use-long-work.ts';
import styles from './avatar-view.module.css';
import { AvatarView } from './avatar-view.tsx';

interface PhotoProps {
  readonly avatar: Avatar;
  /** The photo that it was made from, while it is kept; 'unknown' until drafts are loaded. */
  readonly photo: Draft | 'unknown' | undefined;
}

/** The photo that an avatar was made from, while it is kept. */
function useKeptPhoto(avatar: Avatar): PhotoProps['photo'] {
  const { batches } = useLibraryState();
  const { phase, entries } = useDraft();
  if (phase === 'starting') return 'unknown';
  const photo = photoOfAvatar(avatar, batches);
  return entries.find(({ draft }) => draft.id === photo)?.draft;
}

/** An own avatar and what can be done with it. */
export function OwnAvatar({
  avatar,
  onLike,
  onDelete,
}: {
  readonly avatar: Avatar;
  readonly onLike: (liked: boolean) => void;
  readonly onDelete: () => void;
}) {
  const library = useLibrary();
  const picture = usePictureUrl(avatar.uid, 'full');
  const photo = useKeptPhoto(avatar);
  return (
    <AvatarView
      {...avatar}
      picture={picture}
      style={avatar.recipe.style}
      background={avatar.recipe.background}
      pixels={avatar.size}
      likes={avatar.liked ? 1 : 0}
      shares={avatar.shares ?? 0}
      onLike={onLike}
      onShared={() => void library.shared(avatar.uid)}
      onDownload={(format) => library.download(avatar, format)}
      file={async () => (await library.picture(avatar.uid))?.full}
      make={
        <>
          {photo !== 'unknown' && !avatar.generated && (
            <Animate avatar={avatar} photo={photo?.id} />
          )}
          {/* To share or save, as long as the photo is kept. */}
          {photo !== 'unknown' && photo && (
            <DialogButton size="small" label={t('Before and after')} wide>
              <Card avatar={avatar} photo={photo} />
            </DialogButton>
          )}
        </>
      }
      tools={
        <OwnTools avatar={avatar} onDelete={onDelete}>
          <Remake avatar={avatar} photo={photo} />
          {!avatar.generated && <GiveBack avatar={avatar} photo={photo} />}
          <ButtonLink to={`/avatar/${String(avatar.id)}?make=licence`} size="small">
            {t('Licence')}
          </ButtonLink>
        </OwnTools>
      }
      more={
        <>
          {avatar.mendedAt !== undefined && (
            <p className={ui.quiet}>
              {t(
                'Its cut-out was fixed on {date}. Older animations, banners and intros still show the picture from before; saving an animation again is free.',
                { date: formatDate(avatar.mendedAt) },
              )}
            </p>
          )}
          {avatar.generated ? (
            <p className={ui.quiet}>
              {t(
                'It can’t be animated: an engine made it as one picture, without the layers that Likeness moves.',
              )}
            </p>
          ) : (
            <MoreLikeThis avatar={avatar} photo={photo} />
          )}
        </>
      }
    />
  );
}

const LARGEST: AvatarSize = 2048;

/**
 * Renders an avatar's picture again from its photo, larger or with today's engine. If the engine
 * has changed since, the user chooses between both pictures.
 */
function Remake({ avatar, photo }: PhotoProps) {
  const { store, engine } = usePorts();
  const analyses = useAtomValue(analysesAtom);
  const setUndoable = useSetAtom(undoableAtom);
  const minted = useMinted(avatar.uid);
  const [size, setSize] = useState<AvatarSize>();
  const [made, setMade] = useState<Remade>();
  const { busy, problem, run, dismiss } = useAction(unlessAborted);
  const work = useLongWork();
  const possible = photo !== undefined && photo !== 'unknown' && minted.length === 0;

  const version = useAsync(possible ? engine : undefined, 'avatar.picture')?.version;

  if (!possible || version === undefined) return null;
  const changed = avatar.recipe.engine < version;
  const most = largestSizeOf({ ...photo, options: avatar.recipe.options });
  const enlarges = avatar.size < LARGEST && most === LARGEST;
  if (!changed && !enlarges) return null;

  const close = (): void => {
    work.cancel();
    setSize(undefined);
    setMade(undefined);
    dismiss();
  };
  const keep = async (chosen: Remade): Promise<void> => {
    const undo = await exchange(store, avatar, chosen);
    setUndoable({ words: t('{name} has its new picture', { name: avatar.name }), undo });
    close();
  };
  const start = (edge: AvatarSize): void => {
    setSize(edge);
    run(() =>
      work.run(async ({ signal, onProgress }) => {
        const held = { of: (id: string) => analyses.of(id, signal) };
        const found = await remake({ store, engine, analyses: held }, avatar, photo.id, edge, {
          signal,
          onProgress: ({ done }) => onProgress(done),
        });
        if (signal.aborted) return;
        if (changed) setMade(found);
        // The same engine gives the same picture: there is no choice to offer.
        else await keep(found);
      }),
    );
  };

  return (
    <>
      {enlarges && (
        <Button size="small" onClick={() => start(LARGEST)}>
          {t('Make it larger')}
        </Button>
      )}
      {changed && (
        <Button size="small" onClick={() => start(avatar.size)}>
          {t('Make it again')}
        </Button>
      )}
      <Dialog
        open={size !== undefined}
        onClose={close}
        title={
          made
            ? t('Which picture do you want to keep?')
            : t('Making {name} again', { name: avatar.name })
        }
      >
        <div className={ui.stack4}>
          {changed && (
            <p>
              {t(
                'Likeness draws differently today than when {name} was made, so the new picture isn’t quite the same. It costs no credit, and nothing changes until you choose.',
                { name: avatar.name },
              )}
            </p>
          )}
          {made && (
            <>
              <Both made={made} />
              <div className={ui.halves}>
                <Button onClick={close}>{t('Keep the old one')}</Button>
                <Button variant="accent" busy={busy} onClick={() => run(() => keep(made))}>
                  {t('Use the new one')}
                </Button>
              </div>
            </>
          )}
          {problem !== undefined && <ErrorNote what={problem} />}
          {!made && problem === undefined && (
            <>
              <Progress
                label={t('Making {name} again', { name: avatar.name })}
                done={work.done ?? 0}
              />
              <Button onClick={close}>{t('Stop')}</Button>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

/** The old picture beside the new one, to choose from. */
function Both({ made: { before, after } }: { readonly made: Remade }) {
  const old = useObjectUrl(before.full);
  const anew = useObjectUrl(after.pictures.full);
  const edge = String(after.facts.size);
  return (
    <div className={cx(ui.halves, styles.both)}>
      <figure>
        <img src={old} alt={t('The picture as it is kept')} />
        <figcaption>{t('As it is')}</figcaption>
      </figure>
      <figure>
        <img src={anew} alt={t('The picture as it is made today')} />
        <figcaption>{t('Today, {edge} × {edge}', { edge })}</figcaption>
      </figure>
    </div>
  );
}

/** Rename and delete. Delete doesn't ask first, because it can be undone. */
function OwnTools({
  avatar,
  onDelete,
  children,
}: {
  readonly avatar: Avatar;
  readonly onDelete: () => void;
  /** Buttons between Rename and Delete. */
  readonly children: ReactNode;
}) {
  const library = useLibrary();
  return (
    <>
      <DialogButton
        size="small"
        icon={<PencilIcon size={18} strokeWidth={1.7} aria-hidden="true" />}
        label={t('Rename')}
      >
        {(close) => (
          <NameForm
            suggested={avatar.name}
            maxLength={NAME_MAX_LENGTH}
            label={t('Save')}
            onName={(name) => library.rename(avatar.uid, name).then(close)}
          />
        )}
      </DialogButton>
      {children}
      {/* After a first click the next avatar's button may stand here. */}
      <Button size="small" onClick={({ detail }) => detail < 2 && onDelete()}>
        <DeleteIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        {t('Delete')}
      </Button>
    </>
  );
}

const LEFT = [
  '',
  t('This is the last one of this set that can be given back.'),
  t('Two more of this set can still be given back.'),
];

/**
 * 'This cut-out is wrong': leads to the brush, which mends the whole set for nothing, or deletes the
 * avatar and returns its credit, a few times per set.
 */
function GiveBack({ avatar, photo }: PhotoProps) {
  const library = useLibrary();
  const { returnsLeft } = useLibraryState();
  const minted = useMinted(avatar.uid);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const giving = useAction();
  const left = returnsLeft(avatar.batchId);
  const mendable = useRepaintable(avatar).length;
  if (minted.length > 0) return null;
  const close = (): void => {
    setOpen(false);
    giving.dismiss();
  };
  const giveBack = async (): Promise<void> => {
    await library.giveBack(avatar.uid);
    await navigate('/dashboard');
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('This cut-out is wrong')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={
          mendable > 0
            ? t('Fix {name}, or give it back?', { name: avatar.name })
            : left > 0
              ? t('Give {name} back?', { name: avatar.name })
              : t('You can’t give back any more of this set')
        }
      >
        {mendable > 0 && (
          <p>
            {t(
              'Fix it with the brush, once, and {count, plural, one {this avatar is} other {all # avatars of this photo in the set are}} painted again, free. Names, likes and credits stay as they are.',
              { count: mendable },
            )}{' '}
            {!photo && t('The photo is no longer on this device: add it again.')}
          </p>
        )}
        {left > 0 ? (
          <p>
            {t(
              'If you give it back, the picture is deleted from this device for good, and its credit is yours to spend again. Up to {most, plural, one {# avatar} other {# avatars}} of a set can be given back.',
              { most: RETURNS_PER_SET },
            )}{' '}
            {left < RETURNS_PER_SET && (LEFT[left] ?? '')}
          </p>
        ) : (
          <p>
            {t(
              '{most, plural, one {# avatar} other {# avatars}} of this set were given back already, which is the most. This one stays as it is.',
              { most: RETURNS_PER_SET },
            )}
          </p>
        )}
        {giving.problem !== undefined && <ErrorNote what={giving.problem} />}
        <div className={cx(ui.halves, styles.choice)}>
          <Button onClick={close}>{t('Keep it')}</Button>
          {left > 0 && (
            <Button
              {...(mendable === 0 && { variant: 'accent' })}
              busy={giving.busy}
              onClick={() => giving.run(giveBack)}
            >
              {t('Delete and get the credit back')}
            </Button>
          )}
          {mendable > 0 && (
            <ButtonLink variant="accent" to={`/customize?mend=${avatar.uid}`}>
              {t('Fix with the brush')}
            </ButtonLink>
          )}
        </div>
      </Dialog>
    </>
  );
}

const Card = lazily(async () => (await import('./before-after-card.tsx')).Card);

type Other = 'take' | 'style' | 'background';
const COUNTS = [1, 4, 12] as const;

/**
 * Makes more from the same photo and recipe while the photo is kept; else asks for the photo.
 */
function MoreLikeThis({ avatar, photo }: PhotoProps) {
  const generation = useGeneration();
  const navigate = useNavigate();
  const scope = useScope();
  const { credits, unlocked } = useLibraryState();
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState<Other>('take');
  const [wanted, setWanted] = useState(4);
  const { busy, problem, run } = useAction();
  const { style, background, options } = avatar.recipe;

  if (photo === 'unknown') return null;
  if (!photo)
    return (
      <section>
        <h2>{t('More like this')}</h2>
        <PhotoGone avatar={avatar} />
      </section>
    );

  const count = Math.min(wanted, credits.available);
  const locked = lockedStyles(STYLE_IDS, unlocked);
  const otherStyles = STYLE_IDS.filter((id) => id !== style && !locked.includes(id));
  const make = async (): Promise<void> => {
    if (!scope) return;
    await generation.start(
      {
        draftId: photo.id,
        count,
        choices: { style, background, options, seed: randomUint32() },
        styles: other === 'style' ? otherStyles : [style],
        backgrounds:
          other === 'background' ? BACKGROUND_IDS.filter((id) => id !== background) : [background],
        size: avatar.size,
      },
      scope,
    );
    await navigate('/dashboard');
  };
  return (
    <section>
      <h2>{t('More like this')}</h2>
      {credits.available > 0 ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('More like this')}
        </Button>
      ) : (
        <p className={cx(ui.small, ui.quiet)}>
          <Trans
            id="The photo is still here, but no credits are left. <link>See the plans</link>"
            components={{ link: <TextLink to="/pricing" /> }}
          />
        </p>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('More like this')}>
        <Form
          className={ui.stack5}
          onSubmit={() => {
            if (!busy) run(make);
          }}
        >
          <p>{t('From the same photo, with the same framing and settings.')}</p>
          <Segmented
            label={t('What may be different')}
            options={[
              { id: 'take', label: t('Another take') },
              { id: 'style', label: t('Other styles') },
              { id: 'background', label: t('Other backgrounds') },
            ]}
            value={other}
            onChange={setOther}
          />
          <Segmented
            label={t('How many')}
            options={COUNTS.map((one) => ({
              id: one,
              label: one,
              disabled: one > credits.available,
            }))}
            value={count}
            onChange={setWanted}
          />
          {problem !== undefined && <ErrorNote what={problem} />}
          <Button type="submit" variant="accent" wide busy={busy}>
            {busy ? t('Starting') : t('Make {count}', { count })}
          </Button>
        </Form>
      </Dialog>
    </section>
  );
}

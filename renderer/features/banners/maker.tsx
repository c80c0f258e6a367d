import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { comesWith, type Unlock } from '../../core/unlocks.ts';
import {
  cutMaterial,
  firstMaterial,
  type Material,
  type PaintPerson,
} from '../../drawing/material.ts';
import { loadFaces } from '../../drawing/type-faces.ts';
import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './maker.module.css';

/** The texts whose typefaces have loaded: those given, once they are ready. */
export function useFaces(texts: string): string | undefined {
  return useAsync(useCallback(() => loadFaces([texts]).then(() => texts), [texts]));
}

interface MaterialState {
  readonly material: Material | undefined;
  /** True while the person is being cut out of the avatar. */
  readonly cutting: boolean;
  /** Why there is no picture at all. */
  readonly failed: string | undefined;
  /** Why the person couldn't be cut out, so that the picture's ground shows. */
  readonly uncut: string | undefined;
}

/** Reads the avatar for a banner: with soft edges at once, cut out a few seconds later. */
function useMaterial(
  picture: () => Promise<Blob | undefined>,
  others: () => Promise<readonly Blob[]>,
  person: PaintPerson,
  key: string,
): MaterialState {
  const { engine } = usePorts();
  const [state, setState] = useState<MaterialState>(READING);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const gone = (): boolean => signal.aborted;
    const read = async (): Promise<void> => {
      const blob = await picture();
      if (!blob) throw new Error('the picture is gone');
      const first = await firstMaterial(blob, await others());
      if (gone()) return;
      setState({ material: first, cutting: true, failed: undefined, uncut: undefined });
      try {
        const material = await cutMaterial(await engine(), blob, first, signal, person);
        if (!gone()) setState({ ...DONE, material });
      } catch (failure) {
        if (!gone() && !isAbort(failure))
          setState({
            ...DONE,
            material: first,
            uncut: first.seeThrough ? undefined : sentence(failure, 'engine-failed'),
          });
      }
    };
    read().catch((failure: unknown) => {
      if (!gone()) setState({ ...DONE, material: undefined, failed: sentence(failure) });
    });
    return () => leaving.abort();
    // The functions are new at every render; the key says whose pictures they return.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, engine]);
  return state;
}

const READING: MaterialState = {
  material: undefined,
  cutting: true,
  failed: undefined,
  uncut: undefined,
};
const DONE = { cutting: false, failed: undefined, uncut: undefined } as const;

export interface MakerProps {
  /** Where the link back leads. */
  readonly back: string;
  /** Identifies the avatar: a new one means a new picture. */
  readonly uid: string;
  readonly name: string;
  readonly picture: () => Promise<Blob | undefined>;
  /** Up to five more avatars, for designs that show several. */
  readonly others: () => Promise<readonly Blob[]>;
  /** Paints the person without a ground, if the photo is still there. */
  readonly person: PaintPerson;
}

/** What the avatar gives to make something of. */
export interface EditorProps {
  readonly material: Material;
  /** True while the person is being cut out of the avatar. */
  readonly cutting: boolean;
  readonly uid: string;
  readonly avatarName: string;
}

/** Lays a maker out: its picture and layouts stay in view beside its fields, and saving below them. */
export const Bench = ({
  picture,
  under,
  choice,
  fields,
  save,
  ref,
}: {
  readonly picture: ReactNode;
  readonly under: ReactNode;
  readonly choice: ReactNode;
  readonly fields: ReactNode;
  readonly save: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}) => (
  <div className={styles.editor}>
    <div className={styles.view}>
      <div className={cx(ui.stack3, styles.stage)}>
        <div className={styles.picture}>{picture}</div>
        {under}
      </div>
      {choice}
    </div>
    <div ref={ref} className={styles.fields}>
      {fields}
      <div className={cx(ui.stack4, styles.save)}>{save}</div>
    </div>
  </div>
);

interface LockedProps {
  readonly what: string;
  readonly unlock: Unlock;
}

/** Stands where saving would: the plans that have the maker. */
export const Locked = ({ what, unlock }: LockedProps) => (
  <>
    <p>
      {comesWith([what], unlock)} {t('This is a preview. Your words and colours are kept.')}
    </p>
    <ButtonLink to={`/pricing?for=${unlock}`} variant="accent" wide>
      {t('See the plans')}
    </ButtonLink>
  </>
);

/** What the thing shows when the person couldn't be cut out. */
const OWN_GROUND = {
  banner: t('The banner shows them with the picture’s own background.'),
  intro: t('The intro shows them with the picture’s own background.'),
} as const;

/** The page on which something is made of an avatar, once that can be read. */
export function Maker({
  back,
  uid,
  picture,
  others,
  person,
  title,
  thing,
  name,
  Editor,
}: MakerProps & {
  readonly title: string;
  /** What is made. */
  readonly thing: keyof typeof OWN_GROUND;
  readonly Editor: ComponentType<EditorProps>;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { material, cutting, failed, uncut } = useMaterial(picture, others, person, uid);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={cx(ui.page, ui.stack4, styles.maker)}>
      <TextLink to={back}>{t('Back to the avatar')}</TextLink>
      <h1 ref={heading} tabIndex={-1} className={ui.title}>
        {title}
      </h1>
      {failed !== undefined && <ErrorNote what={failed} />}
      {material && <Editor material={material} cutting={cutting} uid={uid} avatarName={name} />}
      {!material && failed === undefined && <p role="status">{t('Reading the avatar…')}</p>}
      {uncut !== undefined && (
        <Notice title={t('The person couldn’t be cut out of this avatar')}>
          {OWN_GROUND[thing]} {uncut}
        </Notice>
      )}
    </div>
  );
}

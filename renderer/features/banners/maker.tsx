import { useEffect, useRef, type ReactNode } from 'react';

import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './maker.module.css';
import type { Material, PaintPerson } from './material.ts';
import { useMaterial } from './use-material.ts';

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

/** What the thing shows when the person couldn't be cut out. */
const OWN_GROUND = {
  banner: i18n.t('The banner shows them with the picture’s own ground.'),
  intro: i18n.t('The intro shows them with the picture’s own ground.'),
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
  editor,
}: Omit<MakerProps, 'name'> & {
  readonly title: string;
  /** What is made. */
  readonly thing: keyof typeof OWN_GROUND;
  readonly editor: (material: Material, cutting: boolean) => ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { material, cutting, failed, uncut } = useMaterial(picture, others, person, uid);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={cx(t.page, styles.maker)}>
      <TextLink to={back}>{i18n.t('Back to the avatar')}</TextLink>
      <h1 ref={heading} tabIndex={-1} className={t.title}>
        {title}
      </h1>
      {failed !== undefined && <ErrorNote what={failed} />}
      {material && editor(material, cutting)}
      {!material && failed === undefined && <p role="status">{i18n.t('Reading the avatar…')}</p>}
      {uncut !== undefined && (
        <Notice title={i18n.t('The person couldn’t be cut out of this avatar')}>
          {OWN_GROUND[thing]} {uncut}
        </Notice>
      )}
    </div>
  );
}

import { useState } from 'react';

import { formatNumber } from '../../core/format.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { Badge } from '../../ui/badge.tsx';
import cover from '../../ui/cover.module.css';
import { Field } from '../../ui/field.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './choose-avatar.module.css';
import { MintPicture } from './mint-picture.tsx';
import { describeMintable, type Mintable } from './mintable.ts';

export interface ChooseAvatarProps {
  readonly all: readonly Mintable[];
  readonly chosen: readonly Mintable[];
  /** True allows several: checkboxes instead of radio buttons. */
  readonly several: boolean;
  readonly onChoose: (id: number) => void;
}

/** As many as anyone looks through before the next step comes into view. */
const PAGE = 24;

/** The avatars on a contact sheet, page by page; those that are NFTs already can't be chosen. */
export function ChooseAvatar({ all, chosen, several, onChoose }: ChooseAvatarProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  // The one that the user came with is the first.
  const [brought] = useState(() => new Set(chosen.map(({ id }) => id)));
  const ordered = [
    ...all.filter(({ id }) => brought.has(id)),
    ...all.filter(({ id }) => !brought.has(id)),
  ];
  const words = search.trim().toLowerCase();
  const found = words
    ? ordered.filter((mintable) => describeMintable(mintable).toLowerCase().includes(words))
    : ordered;
  const page = found.slice(0, shown);
  // The chosen ones, from here or from the address, are always visible.
  const first = ordered.filter(
    (one) => chosen.some(({ id }) => id === one.id) && !page.includes(one),
  );
  return (
    <>
      {all.length > PAGE && (
        <Field
          className={styles.search}
          label={<VisuallyHidden>{i18n.t('Search your avatars')}</VisuallyHidden>}
          type="search"
          placeholder={i18n.t('Search name or style')}
          autoComplete="off"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setShown(PAGE);
          }}
        />
      )}
      <Film label={i18n.t('Avatars')} columns={3}>
        {[...first, ...page].map((mintable) => (
          <Frame
            key={mintable.id}
            number={mintable.id}
            edge={STYLE_LABELS[mintable.style].toUpperCase()}
            picture={
              <label className={styles.frame}>
                <input
                  className={cover.cover}
                  type={several ? 'checkbox' : 'radio'}
                  name="avatar"
                  aria-label={
                    mintable.isNFT
                      ? i18n.t('{avatar}, Already NFT', { avatar: describeMintable(mintable) })
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
            <p className={t.caption}>{mintable.name}</p>
            <p className={styles.facts}>
              {STYLE_LABELS[mintable.style]}
              {mintable.isNFT && <Badge tone="chain">{i18n.t('Already NFT')}</Badge>}
            </p>
          </Frame>
        ))}
      </Film>
      {found.length === 0 && (
        <p className={t.quiet}>{i18n.t('No avatars match. Try other words.')}</p>
      )}
      {found.length > shown && (
        <TextButton onClick={() => setShown(shown + PAGE)}>
          {i18n.t('Show more ({left} left)', { left: formatNumber(found.length - shown) })}
        </TextButton>
      )}
    </>
  );
}

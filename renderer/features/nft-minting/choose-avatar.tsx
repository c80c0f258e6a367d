import { useMemo, useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import { isPlain, NO_QUERY, selectAvatars, type LibraryQuery } from '../../state/library/index.ts';
import { Badge } from '../../ui/badge.tsx';
import cover from '../../ui/cover.module.css';
import { Film, Frame } from '../../ui/film.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Toolbar } from '../library-tools/index.ts';
import styles from './choose-avatar.module.css';
import { describeMintable, MintPicture, type Mintable } from './mintable.tsx';

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
            status={i18n.t('{shown} of {total, plural, one {# avatar} other {# avatars}}', {
              shown: formatNumber(found.length),
              total: all.length,
            })}
          />
        </div>
      )}
      <Film label={i18n.t('Avatars')} columns={3}>
        {[...first, ...page].map((mintable) => (
          <Frame
            key={mintable.id}
            number={mintable.id}
            edge={mintable.label.toUpperCase()}
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
              {mintable.label}
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

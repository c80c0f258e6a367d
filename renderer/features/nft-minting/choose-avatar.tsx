import { STYLE_LABELS } from '../../core/styles.ts';
import { Badge } from '../../ui/badge.tsx';
import cover from '../../ui/cover.module.css';
import { Film, Frame } from '../../ui/film.tsx';
import t from '../../ui/type.module.css';
import styles from './choose-avatar.module.css';
import { MintPicture } from './mint-picture.tsx';
import { describeMintable, type Mintable } from './mintable.ts';

export interface ChooseAvatarProps {
  readonly all: readonly Mintable[];
  readonly chosen: readonly Mintable[];
  /** Several may be chosen: boxes to tick instead of one of many. */
  readonly several: boolean;
  readonly onChoose: (id: number) => void;
}

/** The avatars on a contact sheet; one that is an NFT already can't be chosen. */
export const ChooseAvatar = ({ all, chosen, several, onChoose }: ChooseAvatarProps) => (
  <Film label="Avatars" columns={3}>
    {all.map((mintable, index) => (
      <Frame
        key={mintable.id}
        number={index + 1}
        edge={mintable.style.toUpperCase()}
        picture={
          <label className={styles.frame}>
            <input
              className={cover.cover}
              type={several ? 'checkbox' : 'radio'}
              name="avatar"
              aria-label={
                mintable.isNFT
                  ? `${describeMintable(mintable)}, Already NFT`
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
          {mintable.isNFT && <Badge tone="chain">Already NFT</Badge>}
        </p>
      </Frame>
    ))}
  </Film>
);

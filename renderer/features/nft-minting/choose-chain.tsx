import { type BlockchainId, BLOCKCHAINS } from '../../content/minting.ts';
import t from '../../ui/type.module.css';
import styles from './nft-minting.module.css';

export interface ChooseChainProps {
  readonly chosen: BlockchainId;
  readonly onChoose: (id: BlockchainId) => void;
}

/** Where the NFT will live, with its cost. */
export const ChooseChain = ({ chosen, onChoose }: ChooseChainProps) => (
  <div className={styles['chains']}>
    {BLOCKCHAINS.map(({ id, name, cost, unit, features }) => (
      <label key={id}>
        <input type="radio" name="blockchain" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
        <span className={t['heading']}>{name}</span>
        <span className={styles['cost']}>
          {cost} {unit}
        </span>
        <span className={styles['features']}>
          {features.map((feature) => (
            <span key={feature}>{feature}</span>
          ))}
        </span>
      </label>
    ))}
  </div>
);

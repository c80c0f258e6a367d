import { BLOCKCHAINS, type BlockchainId } from '../../content/minting.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Badge } from '../../ui/badge.tsx';
import cover from '../../ui/cover.module.css';
import t from '../../ui/type.module.css';
import styles from './choose-chain.module.css';

export interface ChooseChainProps {
  readonly chosen: BlockchainId;
  readonly onChoose: (id: BlockchainId) => void;
}

/** Selects the NFT's chain, with its cost. A chain that this build can't mint on says so. */
export function ChooseChain({ chosen, onChoose }: ChooseChainProps) {
  const { minting } = usePorts();
  return (
    <div className={styles.chains}>
      {BLOCKCHAINS.map(({ id, name, cost, unit, features }) => (
        <label key={id}>
          <input
            className={cover.cover}
            type="radio"
            name="blockchain"
            value={id}
            checked={id === chosen}
            disabled={!minting[id]}
            onChange={() => onChoose(id)}
          />
          <span className={t.heading}>{name}</span>
          <span className={styles.cost}>
            <bdi>
              {cost} {unit}
            </bdi>
          </span>
          <span className={styles.features}>
            {features.map((feature) => (
              <span key={feature}>{feature}</span>
            ))}
          </span>
          {!minting[id] && <Badge tone="quiet">{i18n.t('Coming')}</Badge>}
        </label>
      ))}
    </div>
  );
}

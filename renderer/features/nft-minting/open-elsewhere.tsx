import { useState } from 'react';

import type { Mint, MintChain } from '../../core/mints/mint.ts';
import { isUnanswered } from '../../core/mints/selectors.ts';
import { i18n } from '../../i18n/index.ts';
import { useMinter } from '../../state/minting/index.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { blockchain } from './amounts.ts';
import type { Mintable } from './mintable.ts';
import styles from './open-elsewhere.module.css';

/** An earlier request for a chosen avatar on another chain, which may still go through there. */
export const openElsewhere = (
  mints: readonly Mint[],
  chosen: readonly Mintable[],
  chain: MintChain,
): readonly Mint[] =>
  mints.filter(
    (mint) =>
      mint.chain !== chain &&
      isUnanswered(mint) &&
      chosen.some(({ uid }) => uid === mint.avatarUid),
  );

export interface OpenElsewhereProps {
  readonly mint: Mint;
  /** The chain chosen now. */
  readonly chain: MintChain;
}

/**
 * Offers to finish it there, so that it can't be minted twice, or to confirm that the wallet
 * refused it.
 */
export function OpenElsewhere({ mint, chain }: OpenElsewhereProps) {
  const minter = useMinter();
  const [refused, setRefused] = useState(false);
  const there = blockchain(mint.chain).name;
  return (
    <Notice
      tone="careful"
      title={i18n.t('{name} may still be minted on {there}', { name: mint.details.name, there })}
      actions={
        <TextLink to={`/nft-minting?series=${mint.series}`}>
          {i18n.t('Finish it on {there}', { there })}
        </TextLink>
      }
    >
      <div className={styles.choice}>
        <p>
          {i18n.t(
            'Your wallet was asked on {there} and never said how that ended. If the request goes through after all, this avatar would be minted and paid twice. We look at the chain every minute and show it here if it lands.',
            { there },
          )}
        </p>
        <CheckField
          label={i18n.t('I refused or cancelled that request in my wallet')}
          checked={refused}
          onChange={(event) => setRefused(event.target.checked)}
        />
        <div>
          <Button disabled={!refused} onClick={() => void minter.letGo(mint.id)}>
            {i18n.t('Mint on {here} instead', { here: blockchain(chain).name })}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

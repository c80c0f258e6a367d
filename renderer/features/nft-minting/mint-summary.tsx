import { useId } from 'react';
import { BLOCKCHAINS, type BlockchainId } from '../../content/minting.ts';
import { shortenAddress } from '../../core/constants.ts';
import { STYLE_LABELS } from '../../core/looks.ts';
import { networkLabel } from '../../core/network.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { walletAtom } from '../../state/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Receipt, ReceiptAmount, ReceiptFact, ReceiptRule, ReceiptText } from '../../ui/receipt.tsx';
import { WalletChoices } from '../shell/index.ts';
import { MintPicture } from './mint-picture.tsx';
import type { Mintable } from './mintable.ts';
import styles from './nft-minting.module.css';

export interface MintSummaryProps {
  readonly chosen: Mintable | undefined;
  readonly chain: BlockchainId;
}

/** The preview, what it would cost, the wallet, and the button. */
export function MintSummary({ chosen, chain }: MintSummaryProps) {
  const { config } = usePorts();
  const { status, address } = useAtomValue(walletAtom);
  const coming = useId();
  const { name, cost, unit } = BLOCKCHAINS.find(({ id }) => id === chain) ?? BLOCKCHAINS[0];
  return (
    <aside className={styles['summary']} aria-label="Preview">
      <Receipt label="What will be minted" corner="Preview">
        <ReceiptRule />
        <div className={styles['preview']}>
          {chosen && <MintPicture mintable={chosen} which="full" alt={`Preview of ${chosen.name}`} />}
        </div>
        <ReceiptText>
          <b>{chosen?.name ?? 'No avatar chosen'}</b>
          {chosen && <div className={styles['style']}>{STYLE_LABELS[chosen.style]}</div>}
        </ReceiptText>
        <ReceiptRule />
        <ReceiptFact name="Blockchain">{name}</ReceiptFact>
        <ReceiptAmount label="Mint cost" amount={cost} unit={unit} look="total" />
      </Receipt>
      <div className={styles['act']}>
        {status === 'connected' ? (
          <p className={styles['wallet']}>
            Wallet <b title={address}>{shortenAddress(address)}</b>
          </p>
        ) : (
          <WalletChoices />
        )}
        <div id={coming}>
          <Notice tone="careful" title="Minting is coming">
            You can look around and choose. Nothing is published and nothing is charged yet.
          </Notice>
        </div>
        <Button look="accent" wide disabled aria-describedby={coming}>
          Mint NFT
        </Button>
        <NetworkMark label={networkLabel(config.network)} />
      </div>
    </aside>
  );
}

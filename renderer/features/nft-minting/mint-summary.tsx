import { useState } from 'react';

import { ANIMATED, type BlockchainId } from '../../content/minting.ts';
import { shortenAddress } from '../../core/constants.ts';
import { SENTENCES } from '../../core/errors.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { useBrand } from '../../state/library/index.ts';
import type { MintRequest } from '../../state/minting/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction } from '../../state/use-action.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Receipt, ReceiptFact, ReceiptRule, ReceiptText } from '../../ui/receipt.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { WalletChoices } from '../shell/index.ts';
import { blockchain, shownQuote } from './amounts.ts';
import { Consent } from './consent.tsx';
import { Cost } from './cost.tsx';
import { MintPicture } from './mint-picture.tsx';
import styles from './mint-summary.module.css';
import type { Mintable } from './mintable.ts';
import type { AnimatedView } from './use-animated.ts';
import { useMintChain } from './use-mint-chain.ts';
import { useMintQuote } from './use-mint-quote.ts';

export interface MintSummaryProps {
  readonly chosen: readonly Mintable[];
  readonly chain: BlockchainId;
  readonly requests: readonly MintRequest[];
  /** Samples exist in the sandbox only. */
  readonly samples: boolean;
  /** Something has to be decided first. */
  readonly blocked: boolean;
  /** What is known about the loops, if they are minted animated. */
  readonly animated?: Pick<AnimatedView, 'edge' | 'free'>;
  readonly onMint: () => Promise<void>;
}

/** The preview, its cost, the wallet, and the button. */
export function MintSummary({
  chosen,
  chain,
  requests,
  samples,
  blocked,
  animated,
  onMint,
}: MintSummaryProps) {
  const { config } = usePorts();
  const brand = useBrand();
  const [asking, setAsking] = useState(false);
  const minting = useAction('mint-failed');
  const { quote, obstacle, asking: quoting } = useMintQuote(requests);
  const { name, coin, wallet: walletChain } = blockchain(chain);
  const { wallet, filesFirst, network } = useMintChain(chain);
  const [first, ...more] = chosen;
  const refused = samples && config.network !== 'sandbox';
  const total = quote && `${shownQuote(chain, quote).total} ${coin}`;

  return (
    <aside className={styles.summary} aria-label={i18n.t('Preview')}>
      <Receipt
        label={i18n.t('What will be minted')}
        mark={brand && <BrandMark brand={brand} />}
        corner={i18n.t('Preview')}
      >
        <ReceiptRule />
        <div className={styles.preview}>
          {first && (
            <MintPicture
              mintable={first}
              which="full"
              alt={i18n.t('Preview of {name}', { name: first.name })}
            />
          )}
          {more.length > 0 && <span className={styles.more}>+{more.length}</span>}
        </div>
        <ReceiptText>
          <b>
            {more.length > 0
              ? i18n.t('{count, plural, one {# avatar} other {# avatars}}', {
                  count: chosen.length,
                })
              : (requests[0]?.details.name ?? i18n.t('No avatar chosen'))}
          </b>
          {first && (
            <div className={t.quiet}>
              {[...new Set(chosen.map(({ style }) => STYLE_LABELS[style]))].join(', ')}
            </div>
          )}
        </ReceiptText>
        <ReceiptRule />
        <ReceiptFact name={i18n.t('Blockchain')}>{name}</ReceiptFact>
        {animated && (
          <ReceiptFact name={i18n.t('Animated')}>
            {i18n.t('Video, {edge} × {edge}', { edge: animated.edge ?? 480 })}
          </ReceiptFact>
        )}
        <Cost chain={chain} count={chosen.length} quote={quote} asking={quoting} />
      </Receipt>
      <div className={styles.act}>
        {wallet ? (
          <p className={styles.wallet}>
            <Trans
              id="Wallet <b>{address}</b>"
              values={{ address: shortenAddress(wallet.address) }}
              components={{ b: <b title={wallet.address} /> }}
            />
          </p>
        ) : (
          <WalletChoices chain={walletChain} />
        )}
        {refused && <Notice tone="careful" title={SENTENCES['mint-samples']} />}
        {obstacle !== undefined && <Notice tone="careful" title={obstacle} />}
        {minting.problem !== undefined && <ErrorNote what={minting.problem} />}
        <Button
          variant="accent"
          wide
          disabled={!wallet || chosen.length === 0 || refused || blocked}
          onClick={() => setAsking(true)}
        >
          {i18n.t('Mint NFT')}
        </Button>
        <NetworkMark label={network} />
      </div>
      <Consent
        open={asking}
        count={chosen.length}
        total={total}
        filesFirst={filesFirst}
        {...(animated && { animated: ANIMATED.consent(animated.edge ?? 480, animated.free) })}
        network={network}
        onClose={() => setAsking(false)}
        onAgree={() => {
          setAsking(false);
          minting.run(onMint);
        }}
      />
    </aside>
  );
}

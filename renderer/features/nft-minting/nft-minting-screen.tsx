import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type BlockchainId, MINT_STEPS } from '../../content/minting.ts';
import { SAMPLES, useLibraryState } from '../../state/library/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { ChooseAvatar } from './choose-avatar.tsx';
import { ChooseChain } from './choose-chain.tsx';
import { MintSummary } from './mint-summary.tsx';
import { askedAvatar, chooseMintable, mintables } from './mintable.ts';
import styles from './nft-minting.module.css';

const Steps = () => (
  <ol className={styles['steps']} aria-label="Steps">
    {MINT_STEPS.map(({ id, name, words }, index) => (
      <li key={id} aria-current={id === 'select' ? 'step' : undefined}>
        <span className={styles['n']}>{index + 1}</span>
        <span>
          <b>{name}</b>
          <span className={styles['words']}>{words}</span>
        </span>
      </li>
    ))}
  </ol>
);

const Nothing = () => (
  <div className={styles['nothing']}>
    <p className={t['heading']}>No avatar to mint yet</p>
    <p className={t['quiet']}>Make one first. It takes a photo and a minute.</p>
    <ButtonLink to="/customize">Create Avatar</ButtonLink>
  </div>
);

/** /nft-minting: the choice of avatar, in the address, and of blockchain. */
export function NftMintingScreen() {
  const [query, setQuery] = useSearchParams();
  const { loaded, avatars, untouched } = useLibraryState();
  const [chain, setChain] = useState<BlockchainId>('solana');
  const all = loaded ? mintables(avatars, untouched ? SAMPLES : []) : [];
  const [asked, setAsked] = useState(() => askedAvatar(query.get('avatar')));
  const chosen = chooseMintable(all, asked);
  const choose = (id: number): void => {
    setAsked(id);
    setQuery({ avatar: String(id) }, { replace: true, preventScrollReset: true });
  };

  return (
    <div className={cx(t['page'], styles['place'])}>
      <h1 className={t['title']}>Mint Your Avatar NFT</h1>
      <Steps />
      <div className={styles['columns']}>
        <div className={styles['choices']}>
          <section aria-labelledby="avatar">
            <div className={styles['row']}>
              <h2 id="avatar" className={t['heading']}>
                Choose an avatar
              </h2>
              {loaded && untouched && (
                <p className={cx(t['small'], t['quiet'])}>
                  <b>Sample.</b> Your first avatar replaces these.
                </p>
              )}
            </div>
            {all.length > 0 ? <ChooseAvatar all={all} chosen={chosen} onChoose={choose} /> : loaded && <Nothing />}
          </section>
          <section aria-labelledby="blockchain">
            <div className={styles['row']}>
              <h2 id="blockchain" className={t['heading']}>
                Choose a blockchain
              </h2>
            </div>
            <ChooseChain chosen={chain} onChoose={setChain} />
          </section>
          <p>
            <TextLink to="/dashboard">Back to Dashboard</TextLink>
          </p>
        </div>
        <MintSummary chosen={chosen} chain={chain} />
      </div>
    </div>
  );
}

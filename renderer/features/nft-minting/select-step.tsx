import { useAtom, useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { BLOCKCHAINS, POLYGON_NAMES_US, type BlockchainId } from '../../content/minting.ts';
import type { Avatar } from '../../core/avatars.ts';
import { MOST_IN_SERIES } from '../../core/constants.ts';
import type { Mint, MintChain } from '../../core/mints/mint.ts';
import {
  isMinted,
  isUnanswered,
  mintStatusWord,
  takenAvatars,
} from '../../core/mints/selectors.ts';
import { t } from '../../i18n/index.ts';
import { useKept } from '../../state/kept-form.ts';
import { useBrand, useLibraryState } from '../../state/library/index.ts';
import { mintChainAtom, useMinter, useSeries } from '../../state/minting/index.ts';
import { usePorts } from '../../state/ports.ts';
import { scopeAtom } from '../../state/scope.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { ChooseAvatar, ChooseMotion, useAnimated } from './choose.tsx';
import {
  Details,
  detailsDraft,
  EMPTY_DETAILS,
  mintRequestsOf,
  usualDescription,
} from './details.tsx';
import { blockchain } from './mint-chain.ts';
import { MintSummary } from './mint-summary.tsx';
import { askedAvatar, askedSeveral, chooseMintable, type Mintable } from './mintable.tsx';
import styles from './select-step.module.css';

/**
 * Earlier requests for the chosen avatars that may still go through: on this chain only with their
 * own files, on another one as a second NFT.
 */
const openRequests = (
  mints: readonly Mint[],
  chosen: readonly Mintable[],
  chain: MintChain,
): readonly Mint[] =>
  mints.filter(
    (mint) =>
      (mint.chain === chain ? mint.outstanding !== undefined : isUnanswered(mint)) &&
      chosen.some(({ uid }) => uid === mint.avatarUid),
  );

interface OpenRequestProps {
  readonly mint: Mint;
  /** The chain chosen now. */
  readonly chain: MintChain;
}

/**
 * Offers to finish it there, so that it can't be minted twice, or, for another chain, to confirm
 * that the wallet refused it.
 */
function OpenRequest({ mint, chain }: OpenRequestProps) {
  const minter = useMinter();
  const [refused, setRefused] = useState(false);
  const there = blockchain(mint.chain).name;
  return (
    <Notice
      tone="careful"
      title={t('A mint of {name} on {there} may still go through', {
        name: mint.details.name,
        there,
      })}
      actions={
        <TextLink to={`/nft-minting?series=${mint.series}`}>
          {t('Finish it on {there}', { there })}
        </TextLink>
      }
    >
      {mint.chain === chain ? (
        t('You can sign again with the same wallet.')
      ) : (
        <div className={cx(ui.stack4, styles.choice)}>
          <p>
            {t(
              'Your wallet didn’t answer the request on {there}. If it goes through after all, this avatar would be minted and paid for twice. We look at the chain every minute and show it here if it goes through.',
              { there },
            )}
          </p>
          <CheckField
            label={t('I declined or cancelled that request in my wallet')}
            checked={refused}
            onChange={(event) => setRefused(event.target.checked)}
          />
          <div>
            <Button disabled={!refused} onClick={() => void minter.letGo(mint.id)}>
              {t('Mint on {here} instead', { here: blockchain(chain).name })}
            </Button>
          </div>
        </div>
      )}
    </Notice>
  );
}

interface ChooseChainProps {
  readonly chosen: BlockchainId;
  readonly onChoose: (id: BlockchainId) => void;
}

/** Selects the NFT's chain, with its cost. A chain that this build can't mint on says so. */
function ChooseChain({ chosen, onChoose }: ChooseChainProps) {
  const { minting } = usePorts();
  return (
    <div className={styles.chains}>
      {BLOCKCHAINS.map(({ id, name, cost, unit, features }) => (
        <label key={id} className={ui.card}>
          <input
            className={ui.cover}
            type="radio"
            name="blockchain"
            value={id}
            checked={id === chosen}
            disabled={!minting[id]}
            onChange={() => onChoose(id)}
          />
          <span className={ui.heading}>{name}</span>
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
          {!minting[id] && <Badge tone="quiet">{t('Coming')}</Badge>}
        </label>
      ))}
    </div>
  );
}

const Nothing = () => (
  <div className={cx(ui.stack3, ui.start, styles.nothing)}>
    <p className={ui.heading}>{t('No avatar to mint yet')}</p>
    <p className={ui.quiet}>{t('Make one first. It takes a photo and a minute.')}</p>
    <ButtonLink to="/customize">{t('Create Avatar')}</ButtonLink>
  </div>
);

export interface SelectStepProps {
  /** Undefined until it has loaded. */
  readonly all: readonly Mintable[] | undefined;
  readonly mints: readonly Mint[];
  /** An unfinished mint from an earlier visit. */
  readonly open: Mint | undefined;
  /** The address names a series that isn't this profile's. */
  readonly elsewhere: boolean;
  /** Puts the choice into the address. */
  readonly onChoose: (query: Readonly<Record<string, string>>) => void;
  /** Called with the id of the series that was started. */
  readonly onStarted: (id: string) => void;
}

interface EarlierMintsProps extends Pick<SelectStepProps, 'elsewhere'> {
  readonly earlier: ReadonlySet<Mint>;
}

/** What earlier visits left: an unfinished mint, a finished one, or a series of another wallet. */
const EarlierMints = ({ earlier, elsewhere }: EarlierMintsProps) => (
  <>
    {[...earlier].map((mint) => (
      <Notice
        key={mint.id}
        tone={isMinted(mint) ? 'good' : 'careful'}
        title={t('{name}: {status}', {
          name: mint.details.name,
          status: mintStatusWord(mint),
        })}
        actions={<TextLink to={`/nft-minting?series=${mint.series}`}>{t('Look at it')}</TextLink>}
      >
        {isMinted(mint) ? undefined : t('A mint from earlier isn’t finished.')}
      </Notice>
    ))}
    {elsewhere && (
      <Notice tone="careful" title={t('This mint was begun with another wallet')}>
        {t(
          'Connect that wallet to see the mint’s state. What was already sent continues, and nothing is minted twice.',
        )}
      </Notice>
    )}
  </>
);

const NO_AVATARS: readonly Avatar[] = [];

interface ChoiceProps {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

const Choice = ({ id, title, aside, children }: ChoiceProps) => (
  <section aria-labelledby={id}>
    <div className={cx(ui.between, styles.row)}>
      <h2 id={id} className={ui.heading}>
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </section>
);

/** Chooses avatars and a blockchain, takes the details, and shows the cost. */
export function SelectStep({
  all: read,
  mints,
  open,
  elsewhere,
  onChoose,
  onStarted,
}: SelectStepProps) {
  const all = read ?? [];
  const [query] = useSearchParams();
  const { avatars, untouched: samples } = useLibraryState();
  const minter = useMinter();
  const series = useSeries();
  const scope = useAtomValue(scopeAtom);
  const { minting } = usePorts();
  const [last, setChain] = useAtom(mintChainAtom);
  const chain = minting[last] ? last : 'solana';
  const [draft, setDraft] = useKept('nft', detailsDraft, EMPTY_DETAILS);
  const { living } = draft;
  const ticked = askedSeveral(query.get('several'));
  const asked = askedAvatar(query.get('avatar'));
  const one = chooseMintable(all, asked);
  const chosen = ticked
    ? all.filter(({ id, isNFT }) => ticked.includes(id) && !isNFT)
    : one
      ? [one]
      : [];
  const brand = useBrand();
  const animated = useAnimated(chosen, living);
  const requests = mintRequestsOf(chosen, chain, draft, brand);
  const left = openRequests(mints, chosen, chain);
  const taken = takenAvatars(mints).get(all.find(({ id }) => id === asked)?.uid ?? '');
  const earlier = new Set(
    [taken, open].filter((mint) => mint !== undefined).filter((mint) => !left.includes(mint)),
  );

  const tick = (ids: readonly number[]): void => onChoose({ several: ids.join(',') });
  const chooseOne = (id = chosen[0]?.id): void =>
    onChoose(id === undefined ? {} : { avatar: String(id) });
  const choose = (id: number): void => {
    if (!ticked) chooseOne(id);
    else if (ticked.includes(id)) tick(ticked.filter((other) => other !== id));
    else if (ticked.length < MOST_IN_SERIES) tick([...ticked, id]);
  };
  const start = async (): Promise<void> => {
    const mints = await minter.start(requests, await scope.confirmed());
    const [first] = mints;
    if (!first) return;
    setDraft(EMPTY_DETAILS);
    onStarted(first.series);
    void series.run(mints.filter((mint) => mint.series === first.series));
  };

  return (
    <div className={cx(ui.two, styles.columns)}>
      <div className={styles.choices}>
        <EarlierMints earlier={earlier} elsewhere={elsewhere} />
        <Choice
          id="avatar"
          title={ticked ? t('Choose avatars') : t('Choose an avatar')}
          aside={
            <>
              {all.length > 1 && (
                <TextButton onClick={() => (ticked ? chooseOne() : tick(one ? [one.id] : []))}>
                  {ticked ? t('Choose one') : t('Choose several')}
                </TextButton>
              )}
              {all.length > 0 && samples && (
                <p className={cx(ui.small, ui.quiet)}>
                  <Trans id="<b>Sample.</b> Your first avatar replaces these." />
                </p>
              )}
            </>
          }
        >
          {!read && <div className={styles.reading} />}
          {all.length > 0 ? (
            <ChooseAvatar
              key={samples ? 'samples' : 'own'}
              avatars={samples ? NO_AVATARS : avatars}
              all={all}
              chosen={chosen}
              several={ticked !== undefined}
              onChoose={choose}
            />
          ) : (
            read && !samples && <Nothing />
          )}
        </Choice>
        <Choice id="blockchain" title={t('Choose a blockchain')}>
          <ChooseChain chosen={chain} onChoose={setChain} />
          {brand && chain === 'polygon' && <p className={ui.quiet}>{POLYGON_NAMES_US}</p>}
          {left.length > 0 && (
            <div className={cx(ui.stack4, styles.open)}>
              {left.map((mint) => (
                <OpenRequest key={mint.id} mint={mint} chain={chain} />
              ))}
            </div>
          )}
        </Choice>
        {chosen.length > 0 && (
          <>
            <Choice id="motion" title={t('Still or animated')}>
              <ChooseMotion
                chosen={chosen}
                living={living}
                view={animated}
                onChange={(next) => setDraft({ ...draft, living: next })}
              />
            </Choice>
            <Choice
              id="details"
              title={t('NFT details')}
              aside={<TextLink to="/nft-guide">{t('NFT minting guide')}</TextLink>}
            >
              <Details
                usualDescription={usualDescription(brand)}
                chosen={chosen}
                draft={draft}
                onChange={setDraft}
              />
            </Choice>
          </>
        )}
        <p>
          <TextLink to="/dashboard">{t('Back to Dashboard')}</TextLink>
        </p>
      </div>
      <MintSummary
        chosen={chosen}
        chain={chain}
        requests={requests}
        samples={samples}
        blocked={left.length > 0 || (living !== undefined && !animated.possible)}
        {...(living && { animated })}
        onMint={start}
      />
    </div>
  );
}

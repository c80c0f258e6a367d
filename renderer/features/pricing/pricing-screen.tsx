import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { CLAIMS, isSample } from '../../content/claims.ts';
import { EVERY_PLAN, FEATURE_WORDS, PLAN_WORDS, WHY_SOLANA } from '../../content/plans.ts';
import { networkLabel } from '../../core/network.ts';
import {
  discountPercent,
  FEATURES,
  paymentPath,
  PLAN_IDS,
  PLANS,
  type Plan,
  type PlanId,
} from '../../core/plans.ts';
import { sampleFile } from '../../core/sample-files.ts';
import { SAMPLE_PEOPLE } from '../../core/sample-people.ts';
import { inDollars, priceAge } from '../../core/sol-price.ts';
import { isStyleId, STANDARD_STYLE_IDS } from '../../core/styles.ts';
import { comesWith, lockedSentence, UNLOCK_IDS, type Unlock } from '../../core/unlocks.ts';
import { formatPercent, formatSol, t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useSolPrice, type PriceNow } from '../../state/sol-price.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { useIsRunning } from '../../ui/is-running.ts';
import { lazily } from '../../ui/lazily.tsx';
import { More } from '../../ui/more.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import type { Owned } from './owned-plans.tsx';
import styles from './pricing.module.css';

/** Loaded apart: a visitor reads the plans before the library is there, or without it. */
const OwnedPlans = lazily(() =>
  import('./owned-plans.tsx').then(
    (loaded) => loaded.OwnedPlans,
    () => () => null,
  ),
);

/** Frames across and down: larger plans put more on the same sheet. */
const GRIDS: Readonly<Record<PlanId, readonly [number, number]>> = {
  basic: [4, 2],
  creator: [6, 3],
  pro: [8, 4],
};

/** A plan's number of pictures, as a sheet that gets denser. */
function ContactSheet({ plan }: { readonly plan: PlanId }) {
  const [across, down] = GRIDS[plan];
  const start = PLAN_IDS.indexOf(plan) * 7;
  return (
    <div
      className={styles.sheet}
      style={{ gridTemplateColumns: `repeat(${String(across)}, 1fr)` }}
      aria-hidden="true"
    >
      {Array.from({ length: across * down }, (_, index) => {
        const person = SAMPLE_PEOPLE[(start + index * 5) % SAMPLE_PEOPLE.length];
        const style =
          STANDARD_STYLE_IDS[
            (start + index * 7 + Math.floor(index / across)) % STANDARD_STYLE_IDS.length
          ];
        return (
          <img
            key={index}
            // Loads after the text, which a slow connection then shows sooner.
            loading="lazy"
            src={sampleFile(`256/${String(person)}-${String(style)}`)}
            alt=""
            width={256}
            height={256}
            decoding="async"
          />
        );
      })}
    </div>
  );
}

const PlanColumn = ({
  plan,
  worth,
  credits,
}: {
  readonly plan: Plan;
  readonly worth: PriceNow | undefined;
  /** Credits left to somebody who has bought the plan; undefined for all others. */
  readonly credits: number | undefined;
}) => (
  <article className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
    <ContactSheet plan={plan.id} />
    <div className={styles.name}>
      <h2 id={`plan-${plan.id}`} className={ui.heading}>
        {plan.name}
      </h2>
      {credits !== undefined ? (
        <span className={styles.popular}>
          {t('Your plan')} ·{' '}
          {t('{credits, plural, one {# credit} other {# credits}} left', { credits })}
        </span>
      ) : (
        plan.popular && (
          <>
            <span className={styles.popular}>{t('Most popular')}</span>
            {isSample('statistics') && <SampleMark />}
          </>
        )
      )}
    </div>
    <p className={ui.quiet}>{PLAN_WORDS[plan.id].description}</p>
    <p className={styles.price}>
      <bdi>
        <span className={ui.title}>{formatSol(plan.price)}</span> SOL
      </bdi>
      {worth && (
        <span className={ui.quiet}>
          {t('about {dollars}', { dollars: inDollars(plan.price, worth.price) })}
        </span>
      )}
    </p>
    <p className={styles.before}>
      <s>
        <Trans
          id="<unseen>Instead of </unseen>{price} SOL"
          values={{ price: formatSol(plan.originalPrice) }}
          components={{ unseen: <VisuallyHidden>{null}</VisuallyHidden> }}
        />
      </s>
      <span>{t('Save {percent}', { percent: formatPercent(discountPercent(plan) / 100) })}</span>
    </p>
    {/* The same link for owners and others: one that is replaced while it is pressed isn't clicked. */}
    <ButtonLink
      to={paymentPath(plan)}
      variant={plan.popular && credits === undefined ? 'accent' : 'outline'}
      wide
    >
      {credits === undefined ? PLAN_WORDS[plan.id].cta : t('Buy {plan} again', { plan: plan.name })}
    </ButtonLink>
    <p className={styles.count}>
      {t('{count, plural, one {# AI avatar} other {# AI avatars}}', { count: plan.avatars })}
    </p>
    <ul className={styles.features}>
      <li>{EVERY_PLAN}</li>
      {plan.features.map((id) => (
        <li key={id}>
          <More summary={<span className={styles.feature}>{FEATURES[id]}</span>}>
            {FEATURE_WORDS[id]}
            {id === 'bulk-processing' && (
              <>
                {' '}
                <TextLink to="/bulk">{t('Look at it')}</TextLink>
              </>
            )}
          </More>
        </li>
      ))}
    </ul>
  </article>
);

/** What visitors want when a feature that their plan lacks sends them here. */
const WANTED: Partial<Record<Unlock, string>> = {
  banners: t('The banner maker'),
  'video-intro': t('The video intro'),
  'white-label': t('White-label licensing'),
  bulk: t('Bulk processing'),
};

/** Tells visitors who come from a style or feature that their plan lacks which plan has it. */
function Wanted() {
  const [query] = useSearchParams();
  const style = query.get('style');
  const unlock = UNLOCK_IDS.find((id) => id === query.get('for'));
  const wanted = unlock && WANTED[unlock];
  if (unlock && wanted !== undefined)
    return (
      <Notice className={cx(styles.wanted)} title={comesWith([wanted], unlock)}>
        {t('What you have made so far is kept on this device.')}
      </Notice>
    );
  const sentence = isStyleId(style) ? lockedSentence([style], new Set()) : undefined;
  if (sentence === undefined) return null;
  return (
    <Notice
      className={cx(styles.wanted)}
      title={sentence}
      actions={<TextLink to="/customize">{t('Back to your photo')}</TextLink>}
    >
      {t('Your photo and your choices are kept. The standard styles come with every plan.')}
    </Notice>
  );
}

export function PricingScreen() {
  const { config } = usePorts();
  const worth = useSolPrice();
  const isRunning = useIsRunning();
  const [owned, setOwned] = useState<Owned>();
  return (
    <>
      {isRunning && <OwnedPlans onChange={setOwned} />}
      <div className={cx(ui.page, ui.between, styles.head)}>
        <div>
          <h1 className={ui.title}>{t('Pay once, keep them all')}</h1>
          <p className={ui.lead}>
            {t(
              'Previews are free. One credit makes one avatar. Credits never expire; no subscription.',
            )}
          </p>
        </div>
        <div className={styles.banner}>
          <Trans
            id="<large>{savings}</large><small>on all plans, {guarantee}</small>"
            values={{ savings: CLAIMS.savings, guarantee: CLAIMS.guarantee }}
            components={{ large: <b className={ui.heading} />, small: <span /> }}
          />
          {(isSample('prices') || isSample('promises')) && <SampleMark />}
        </div>
      </div>
      <div className={ui.page}>
        <Wanted />
        <div className={styles.plans}>
          {PLAN_IDS.map((id) => (
            <PlanColumn
              key={id}
              plan={PLANS[id]}
              worth={worth}
              credits={owned?.plans.has(id) ? owned.credits : undefined}
            />
          ))}
        </div>
      </div>
      <section className={cx(ui.section, ui.side, styles.why)}>
        <div>
          <h2 className={ui.title}>{t('Why Solana Payments')}</h2>
          <NetworkMark label={networkLabel(config.network)} />
          {isSample('promises') && <SampleMark />}
          {worth && (
            <p className={cx(ui.small, ui.quiet)}>
              {t('You pay in SOL. Dollar amounts use Pyth’s price of SOL, {age}.', {
                age: priceAge(worth.price, worth.now),
              })}
            </p>
          )}
        </div>
        <ol>
          {WHY_SOLANA.map(({ title, words }, index) => (
            <li key={title} className={ui.numbered}>
              <span aria-hidden="true">{index + 1}</span>
              <div>
                <h3 className={ui.heading}>{title}</h3>
                <p className={ui.quiet}>{words}</p>
              </div>
            </li>
          ))}
          <li className={ui.numbered}>
            <span aria-hidden="true">?</span>
            <div>
              <h3 className={ui.heading}>{t('Something unclear?')}</h3>
              <p className={ui.quiet}>
                <Trans
                  id="We answer {time}. <link>Contact Support</link>"
                  values={{ time: CLAIMS.supportTime }}
                  components={{ link: <TextLink to="/contact" /> }}
                />
              </p>
            </div>
          </li>
        </ol>
      </section>
    </>
  );
}

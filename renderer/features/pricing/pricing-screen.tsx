import { CLAIMS } from '../../content/claims.ts';
import { EVERY_PLAN, PLAN_WORDS, WHY_SOLANA } from '../../content/plans.ts';
import { formatSol } from '../../core/money.ts';
import { networkLabel } from '../../core/network.ts';
import {
  discountPercent,
  FEATURES,
  paymentPath,
  PLAN_IDS,
  PLANS,
  type Plan,
} from '../../core/plans.ts';
import { usePorts } from '../../state/ports.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import styles from './pricing.module.css';

const PlanColumn = ({ plan }: { readonly plan: Plan }) => (
  <article className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
    <ContactSheet plan={plan.id} />
    <div className={styles.name}>
      <h2 id={`plan-${plan.id}`} className={t.heading}>
        {plan.name}
      </h2>
      {plan.popular && <span className={styles.popular}>Most popular</span>}
    </div>
    <p className={t.quiet}>{PLAN_WORDS[plan.id].description}</p>
    <p className={styles.price}>
      <span className={t.title}>{formatSol(plan.price)}</span> SOL
    </p>
    <p className={styles.before}>
      <s>
        <VisuallyHidden>Instead of </VisuallyHidden>
        {formatSol(plan.originalPrice)} SOL
      </s>
      <span>Save {discountPercent(plan)}%</span>
    </p>
    <ButtonLink to={paymentPath(plan)} look={plan.popular ? 'accent' : 'outline'} wide>
      {PLAN_WORDS[plan.id].cta}
    </ButtonLink>
    <p className={styles.count}>{plan.avatars.toLocaleString('en')} AI avatars</p>
    <ul className={styles.features}>
      <li>{EVERY_PLAN}</li>
      {plan.features.map((id) => (
        <li key={id}>
          <span className={styles.feature}>{FEATURES[id].label}</span>
          {!FEATURES[id].built && <small>Coming</small>}
        </li>
      ))}
    </ul>
  </article>
);

export function PricingScreen() {
  const { config } = usePorts();
  return (
    <>
      <div className={cx(t.page, styles.head)}>
        <div>
          <h1 className={t.title}>Pay once, keep them all</h1>
          <p className={t.lead}>
            Previews are free. A plan buys finished avatars: one credit, one picture, no expiry, no
            subscription.
          </p>
        </div>
        <p className={styles.banner}>
          <b className={t.heading}>{CLAIMS.savings}</b>
          <span>on all plans, {CLAIMS.guarantee}</span>
        </p>
      </div>
      <div className={t.page}>
        <div className={styles.plans}>
          {PLAN_IDS.map((id) => (
            <PlanColumn key={id} plan={PLANS[id]} />
          ))}
        </div>
      </div>
      <section className={cx(t.section, styles.why)}>
        <div>
          <h2 className={t.title}>Why Solana Payments</h2>
          <NetworkMark label={networkLabel(config.network)} />
        </div>
        <ol>
          {WHY_SOLANA.map(({ title, words }, index) => (
            <li key={title}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className={t.heading}>{title}</h3>
                <p className={t.quiet}>{words}</p>
              </div>
            </li>
          ))}
          <li>
            <span className={styles.number} aria-hidden="true">
              ?
            </span>
            <div>
              <h3 className={t.heading}>Something unclear?</h3>
              <p className={t.quiet}>
                We answer {CLAIMS.supportTime}. <TextLink to="/contact">Contact Support</TextLink>
              </p>
            </div>
          </li>
        </ol>
      </section>
    </>
  );
}

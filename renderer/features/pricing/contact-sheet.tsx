import { PLAN_IDS, type PlanId } from '../../core/plans.ts';
import { sampleFile } from '../../core/sample-files.ts';
import { SAMPLE_PEOPLE } from '../../core/sample-people.ts';
import { STANDARD_STYLE_IDS } from '../../core/styles.ts';
import styles from './pricing.module.css';

/** Frames across and down: larger plans put more on the same sheet. */
const GRIDS: Readonly<Record<PlanId, readonly [number, number]>> = {
  basic: [4, 2],
  creator: [6, 3],
  pro: [8, 4],
};

/** A plan's number of pictures, as a sheet that gets denser. */
export function ContactSheet({ plan }: { readonly plan: PlanId }) {
  const [across, down] = GRIDS[plan];
  const start = PLAN_IDS.indexOf(plan) * 7;
  const frames = Array.from({ length: across * down }, (_, index) => {
    const person = SAMPLE_PEOPLE[(start + index * 5) % SAMPLE_PEOPLE.length] ?? 'amara';
    const style =
      STANDARD_STYLE_IDS[
        (start + index * 7 + Math.floor(index / across)) % STANDARD_STYLE_IDS.length
      ] ?? 'artistic';
    return { key: index, src: sampleFile(`256/${person}-${style}`) };
  });
  return (
    <div
      className={styles.sheet}
      style={{ gridTemplateColumns: `repeat(${String(across)}, 1fr)` }}
      aria-hidden="true"
    >
      {frames.map(({ key, src }) => (
        <img
          key={key}
          // After the text, which a slow line then shows sooner.
          loading="lazy"
          src={src}
          alt=""
          width={256}
          height={256}
          decoding="async"
        />
      ))}
    </div>
  );
}

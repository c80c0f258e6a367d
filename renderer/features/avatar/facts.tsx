import styles from './avatar-view.module.css';

export interface FactsProps {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Names and values, separated by rules. */
export const Facts = ({ title, rows }: FactsProps) => (
  <section>
    <h2>{title}</h2>
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  readonly brand: {
    readonly name: string;
    /** An https address; may be empty. */
    readonly link: string;
    readonly colour: string;
    /** The address of a picture. */
    readonly logo?: string;
  };
}

/** A brand's logo, name and link, in its colour. */
export const BrandMark = ({ brand }: BrandMarkProps) => (
  <p className={styles.brand} style={{ borderColor: brand.colour }}>
    {brand.logo !== undefined && <img src={brand.logo} alt="" />}
    <span>
      <b>{brand.name}</b>
      {brand.link !== '' && <span>{new URL(brand.link).host}</span>}
    </span>
  </p>
);

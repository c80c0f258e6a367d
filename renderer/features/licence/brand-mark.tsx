import type { BrandKit } from '../../core/brand-kit.ts';
import styles from './licence.module.css';

/** A brand's logo, name and link, in its colour. */
export const BrandMark = ({ brand }: { readonly brand: BrandKit }) => (
  <p className={styles.brand} style={{ borderColor: brand.colour }}>
    {brand.logo !== undefined && <img src={brand.logo} alt="" />}
    <span>
      <b>{brand.name}</b>
      {brand.link !== '' && <span>{new URL(brand.link).host}</span>}
    </span>
  </p>
);

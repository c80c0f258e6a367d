import { formatNumber, formatSol } from '../../core/format.ts';
import { sampleImage } from '../../core/sample-files.ts';
import { TEMPLATE_FILTER_LABELS, templatePath, type Template } from '../../core/templates.ts';
import { i18n } from '../../i18n/index.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Frame } from '../../ui/film.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './explore.module.css';

const HIDDEN = { hidden: <VisuallyHidden>{null}</VisuallyHidden> };

/** One template on the contact sheet. */
export const TemplateFrame = ({
  template,
  number,
}: {
  readonly template: Template;
  readonly number: number;
}) => (
  <Frame
    number={number}
    edge={TEMPLATE_FILTER_LABELS[template.category].toUpperCase()}
    picture={
      <Anchor to={templatePath(template)} tabIndex={-1} aria-hidden="true">
        <img
          // After the text, which a slow line then shows sooner.
          loading="lazy"
          {...sampleImage(
            template.person,
            template.style,
            '(max-width: 560px) 46vw, (max-width: 1000px) 31vw, 300px',
          )}
          alt=""
          width={640}
          height={640}
        />
      </Anchor>
    }
  >
    <article className={styles.card} aria-label={template.name}>
      <h2 className={t.caption}>{template.name}</h2>
      {template.isPopular && (
        <span className={styles.popular}>
          <Badge tone="careful">{i18n.t('Popular')}</Badge>
        </span>
      )}
      <p className={styles.facts}>
        <Trans
          id="{category}<star>★ {rating}</star><hidden>, rated {rating} out of 5</hidden>"
          values={{
            category: TEMPLATE_FILTER_LABELS[template.category],
            rating: formatNumber(template.rating, { minimumFractionDigits: 1 }),
          }}
          components={{ star: <span aria-hidden="true" />, ...HIDDEN }}
        />
      </p>
      <p className={styles.price}>
        <bdi>{formatSol(template.price)} SOL</bdi>
      </p>
      <TextLink to={templatePath(template)} className={styles.go}>
        <Trans
          id="Customize Now<hidden> {name}</hidden>"
          values={{ name: template.name }}
          components={HIDDEN}
        />
      </TextLink>
    </article>
  </Frame>
);

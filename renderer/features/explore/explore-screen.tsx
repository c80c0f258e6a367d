import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { sampleImage } from '../../core/sample-files.ts';
import {
  resolveFilter,
  searchTemplates,
  TEMPLATE_FILTER_LABELS,
  TEMPLATE_FILTERS,
  templatePath,
  TEMPLATES,
  type Template,
  type TemplateFilter,
} from '../../core/templates.ts';
import { formatDecimal, formatNumber, t } from '../../i18n/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Anchor, Button, TextLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans, VisuallyHidden } from '../../ui/text.tsx';
import styles from './explore.module.css';

/** One template on the contact sheet. */
const TemplateFrame = ({
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
          // Loads after the text, which a slow connection then shows sooner.
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
      <h2 className={ui.caption}>{template.name}</h2>
      {template.isPopular && (
        <span className={styles.popular}>
          <Badge tone="careful">{t('Popular')}</Badge>
        </span>
      )}
      <p className={styles.facts}>
        <Trans
          id="{category}<star>★ {rating}</star><hidden>, rated {rating} out of 5</hidden>"
          values={{
            category: TEMPLATE_FILTER_LABELS[template.category],
            rating: formatNumber(template.rating, { minimumFractionDigits: 1 }),
          }}
          components={{ star: <span aria-hidden="true" /> }}
        />
      </p>
      <p className={styles.price}>
        <bdi>{formatDecimal(template.sol)} SOL</bdi>
      </p>
      <TextLink to={templatePath(template)} className={styles.go}>
        <Trans id="Customize Now<hidden> {name}</hidden>" values={{ name: template.name }} />
      </TextLink>
    </article>
  </Frame>
);

const FILTERS = TEMPLATE_FILTERS.map((id) => ({ id, label: TEMPLATE_FILTER_LABELS[id] }));

/**
 * Search and category are also written to the address, so that a reload, a link and the back button
 * keep them. The address is read only once, because the router answers too late for someone who is
 * typing.
 */
function useTemplateQuery() {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(query.get('q') ?? '');
  const [filter, setFilter] = useState(() => resolveFilter(query.get('category')));
  const show = (wanted: string, within: TemplateFilter): void => {
    setSearch(wanted);
    setFilter(within);
    setQuery(
      { ...(wanted && { q: wanted }), ...(within !== 'all' && { category: within }) },
      { replace: true, preventScrollReset: true },
    );
  };
  return { search, filter, show };
}

const OwnFrame = ({ number }: { readonly number: number }) => (
  <Frame
    number={number}
    unexposed
    picture={
      <Anchor to="/customize">
        <span className={styles.plus} aria-hidden="true">
          +
        </span>
        <span className={styles.own}>{t('Start from your photo')}</span>
      </Anchor>
    }
  >
    <div className={styles.card}>
      <h2 className={ui.caption}>{t('Your own style')}</h2>
      <p className={styles.facts}>{t('Any standard style, any background')}</p>
    </div>
  </Frame>
);

/** /explore: the templates on a contact sheet. */
export function ExploreScreen() {
  const { search, filter, show } = useTemplateQuery();
  const found = searchTemplates(search, filter);
  return (
    <div className={cx(ui.page, ui.place, styles.page)}>
      <header className={styles.head}>
        <div>
          <h1 className={ui.title}>{t('Templates')}</h1>
          <p className={ui.lead}>
            {t(
              'Six templates to start from. Each sets a style and a background; you change what you like.',
            )}
          </p>
        </div>
        <p className={styles.included}>
          <Trans
            id="Every plan includes all of them: you pay for a plan, never for a template. Prices, ratings and badges on the cards are samples. <link>See the plans</link>"
            components={{ link: <TextLink to="/pricing" /> }}
          />
        </p>
      </header>
      <search className={cx(ui.between, styles.tools)}>
        <Field
          className={styles.search}
          label={<VisuallyHidden>{t('Search templates by name')}</VisuallyHidden>}
          type="search"
          placeholder={t('Search by name')}
          autoComplete="off"
          value={search}
          onChange={(event) => show(event.target.value, filter)}
        />
        <Segmented
          label={t('Category')}
          variant="words"
          options={FILTERS}
          value={filter}
          onChange={(within) => show(search, within)}
        />
      </search>
      <VisuallyHidden>
        <span role="status">
          {t('{count, plural, one {# template} other {# templates}}', {
            count: found.length,
          })}
        </span>
      </VisuallyHidden>
      {found.length > 0 ? (
        <Film label={t('Templates')}>
          {found.map((template) => (
            <TemplateFrame
              key={template.id}
              template={template}
              number={TEMPLATES.indexOf(template) + 1}
            />
          ))}
          {found.length === TEMPLATES.length && <OwnFrame number={TEMPLATES.length + 1} />}
        </Film>
      ) : (
        <Section title={t('No templates found')} className={cx(ui.stack3, styles.empty)}>
          <p className={ui.quiet}>{t('Try adjusting your search or filter criteria.')}</p>
          <Button onClick={() => show('', 'all')}>{t('Show all templates')}</Button>
        </Section>
      )}
    </div>
  );
}

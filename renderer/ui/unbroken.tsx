import t from './type.module.css';

export interface UnbrokenProps {
  readonly text: string;
}

/** Text whose lines never end inside a range or a length: '1-3' and '7-day' keep together at the hyphen. */
export const Unbroken = ({ text }: UnbrokenProps) =>
  text.split(/(\d+-\w+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={t.unbroken}>
        {part}
      </span>
    ),
  );

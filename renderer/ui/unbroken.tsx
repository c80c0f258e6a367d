import t from './type.module.css';

/** Text that never wraps inside a range or a length: '1-3' and '7-day' stay whole. */
export const Unbroken = ({ text }: { readonly text: string }) =>
  text.split(/(\d+-\w+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={t.unbroken}>
        {part}
      </span>
    ),
  );

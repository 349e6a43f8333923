/** What a cell of an OpenDocument holds, where a program stored no text of it. */
import { attributeOf } from '../xml-events';

export function cellValue(attributes: string): string {
  const of = (name: string) => attributeOf(attributes, name) ?? '';
  const type = of('value-type');
  if (type === 'string') return of('string-value');
  if (type === 'boolean') return of('boolean-value').toUpperCase();
  if (type === 'date')
    return of('date-value')
      .replace(/T00:00:00(?:\.0+)?$/, '')
      .replace('T', ' ');
  if (type === 'time') return timeOf(of('time-value'));
  const value = of('value');
  if (type === 'percentage' && value !== '') return `${Number((Number(value) * 100).toPrecision(15))}%`;
  return type === 'currency' ? `${value} ${of('currency')}`.trim() : value;
}

/** `PT14H30M00S` as `14:30:00`. */
function timeOf(duration: string): string {
  const [all, hours, minutes, seconds, part] =
    /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(\.\d{1,9})?S)?$/.exec(duration) ?? [];
  if (all === undefined) return duration;
  const two = (number = '0') => number.padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${(part ?? '').replace(/\.?0*$/, '')}`;
}

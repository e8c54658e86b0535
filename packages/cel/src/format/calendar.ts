/**
 * Dates and times of day.
 * Upstream: kube-openapi strfmt IsDate and IsDateTime.
 */

/** True of a day that exists, as in `2024-02-29`. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year !== '' && isDay(Number(year), Number(month), Number(day));
}

/** True of a day and a time with an offset, as in `2024-02-29T12:30:00Z`. What follows a second `t` is not looked at. */
export function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t', 2);
  const [, hour = '', minute = '', second = ''] = timeOfDay.exec(time) ?? [];
  return hour !== '' && isDate(date) && hour <= '23' && minute <= '59' && second <= '59';
}

/** True if the month has the day. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && isLeapYear ? 29 : (daysPerMonth[month - 1] ?? 0));
}

const daysPerMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Any character may stand before the fraction, as upstream's pattern does not escape its dot. */
const timeOfDay = /^(\d\d):(\d\d):(\d\d)(?:[^\n]\d+)?(?:z|[+-]\d\d:\d\d)$/u;

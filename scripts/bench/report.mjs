/**
 * What a benchmark reports, as a table for people and as one document for programs.
 */
import { cpus } from 'node:os';

/**
 * @typedef {{ name: string, value: number, unit: string }} Measurement
 * @typedef {{ name: string, value: number, limit: number, held: boolean, atLeast?: boolean }} Bar a stated target, and whether this run holds it
 * @typedef {{ name: string, why: string }} Unmeasured a target without a figure in this run
 * @typedef {{ name: string, measurements: Measurement[], bars: Bar[], unmeasured?: Unmeasured[] }} Report
 */

/**
 * Prints a report on stderr: measurements, then bars, then the bars that have no figure.
 * @param {Report} report
 */
export function printTable({ name, measurements, bars, unmeasured = [] }) {
  const width = Math.max(...[...measurements, ...bars, ...unmeasured].map((row) => row.name.length));
  console.error(`\n${name}`);
  for (const row of measurements)
    console.error(`  ${row.name.padEnd(width)}  ${figure(row.value).padStart(12)} ${row.unit}`);
  for (const bar of bars) {
    const limit = `${bar.atLeast ? '≥' : '≤'} ${figure(bar.limit)}`;
    console.error(
      `  ${bar.name.padEnd(width)}  ${figure(bar.value).padStart(12)} ${limit.padEnd(12)} ${bar.held ? 'held' : 'MISSED'}`,
    );
  }
  for (const bar of unmeasured) console.error(`  ${bar.name.padEnd(width)}  not measured: ${bar.why}`);
}

/**
 * Divides bars into those with a figure and those without one.
 * @param {readonly Bar[]} bars
 * @param {string} why there is no figure
 * @returns {{ bars: Bar[], unmeasured: Unmeasured[] }}
 */
export function divided(bars, why) {
  return {
    bars: bars.filter(isMeasured),
    unmeasured: bars.filter((bar) => !isMeasured(bar)).map(({ name }) => ({ name, why })),
  };
}

/** @param {Bar} bar */
const isMeasured = ({ value, limit }) => !Number.isNaN(value) && !Number.isNaN(limit);

/**
 * One document with all measurements, bars and bars without a figure, each named after its benchmark.
 * @param {readonly Report[]} reports
 */
export function document(reports) {
  return {
    machine: {
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
    },
    measurements: reports.flatMap((report) => report.measurements.map((row) => ({ benchmark: report.name, ...row }))),
    bars: reports.flatMap((report) => report.bars.map((bar) => ({ ...bar, name: `${report.name}: ${bar.name}` }))),
    unmeasured: reports.flatMap(({ name, unmeasured = [] }) =>
      unmeasured.map((bar) => ({ ...bar, name: `${name}: ${bar.name}` })),
    ),
  };
}

/** @param {number} value */
function figure(value) {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

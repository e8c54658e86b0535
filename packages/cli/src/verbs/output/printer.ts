/**
 * How objects are printed, from what `-o` says. Whole objects are needed for all of these; tables are the server's, and `get`'s own affair.
 */
import type { KubeObject } from '@reeve/machinery';
import { gvkOf } from '@reeve/machinery';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { render } from '../jsonpath/evaluate.ts';
import { parseTemplate } from '../jsonpath/template.ts';
import { columnCells, parseColumns } from './custom-columns.ts';
import { jsonText, withoutManagers } from './object-text.ts';
import { yamlDocument } from './yaml-text.ts';
import { TextTable } from './text-table.ts';

/** Objects that were asked for: one by its name, or a list. */
export type Printable = { readonly object: KubeObject } | { readonly items: readonly KubeObject[] };

/** Prints objects, as text with its line ends. */
export interface Printer {
  print(what: Printable): Promise<string>;
}

export interface PrinterOptions {
  readonly showsManagers: boolean;
  readonly hasHeader: boolean;
}

/** The formats that `-o` takes, for messages and completion. */
export const outputFormats = ['wide', 'yaml', 'json', 'name', 'jsonpath=…', 'custom-columns=…'] as const;

/** The printer for a format; undefined for tables. */
export function printerFor(format: string, options: PrinterOptions): Printer | undefined {
  const at = format.indexOf('=');
  const [name, rest] = at < 0 ? [format, ''] : [format.slice(0, at), format.slice(at + 1)];
  const shown = options.showsManagers ? <T>(object: T): T => object : withoutManagers;
  switch (name) {
    case '':
    case 'wide':
      return undefined;
    case 'yaml':
      return { print: async (what) => yamlDocument(whole(what, shown)) };
    case 'json':
      return { print: async (what) => `${jsonText(whole(what, shown))}\n` };
    case 'name':
      return {
        print: async (what) =>
          itemsOf(what)
            .map((object) => `${nameOf(object)}\n`)
            .join(''),
      };
    case 'jsonpath': {
      const template = parseTemplate(rest);
      return {
        print: async (what) =>
          render(
            template,
            whole(what, (object) => object),
          ),
      };
    }
    case 'custom-columns':
      return columnsPrinter(rest, options);
    default:
      throw new UsageError(`unable to match a printer suitable for the output format "${format}"`, {
        next: `-o takes ${outputFormats.join(', ')}`,
        exitCode: exitCodes.failed,
      });
  }
}

/** `pod/a` or `deployment.apps/a`. */
export function nameOf({ apiVersion = '', kind = '', metadata }: KubeObject): string {
  const { group } = gvkOf(apiVersion, kind);
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${metadata.name ?? ''}`;
}

const itemsOf = (what: Printable): readonly KubeObject[] => ('object' in what ? [what.object] : what.items);

/** One object as it is, several as a list. */
const whole = (what: Printable, shown: (object: KubeObject) => KubeObject): unknown =>
  'object' in what
    ? shown(what.object)
    : { apiVersion: 'v1', items: what.items.map(shown), kind: 'List', metadata: { resourceVersion: '' } };

function columnsPrinter(text: string, { hasHeader }: PrinterOptions): Printer {
  const columns = parseColumns(text);
  const table = new TextTable();
  let isFirst = hasHeader;
  return {
    async print(what) {
      const rows = itemsOf(what).map((object) => columnCells(columns, object));
      const header = isFirst ? [columns.map(({ title }) => title)] : [];
      isFirst = false;
      return table
        .lines([...header, ...rows])
        .map((line) => `${line}\n`)
        .join('');
    },
  };
}

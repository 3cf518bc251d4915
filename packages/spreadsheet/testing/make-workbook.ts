import { type ZipPart, zipOf } from './zip-of';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';

interface Parts {
  readonly sheet?: string;
  readonly sheets?: string;
  readonly rels?: string;
  readonly main?: string;
  readonly properties?: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly doctype?: string;
  readonly more?: readonly ZipPart[];
}

/** A relationship element. */
export const related = (type: string, target: string, id = 'r1', more = '') =>
  `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}" ${more}/>`;

/** Creates a workbook with the sheet tickets from the given parts. */
export function workbook({ doctype = '', more = [], ...parts }: Parts = {}): Buffer {
  const rels = (content: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
  const {
    main = related('officeDocument', 'xl/workbook.xml'),
    sheets = '<sheet name="tickets" sheetId="1" r:id="r1"/>',
    rels: own = related('worksheet', 'worksheets/sheet1.xml') +
      related('sharedStrings', 'sharedStrings.xml', 'r2') +
      related('styles', 'styles.xml', 'r3'),
    sheet = SHEET,
    properties = '',
    strings = '<si><t>id</t></si>',
    styles = '<cellXfs count="1"><xf numFmtId="0"/></cellXfs>',
  } = parts;
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: rels(main) },
    {
      name: 'xl/workbook.xml',
      content: `${doctype}<workbook xmlns:r="${DOCUMENT}">${properties}<sheets>${sheets}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: rels(own) },
    { name: 'xl/sharedStrings.xml', content: `${doctype}<sst>${strings}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${doctype}<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    },
    ...more,
  ]);
}

/** A value, the day of a date cell, or the XML of a cell. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly day: string }
  | { readonly xml: string };

/** A sheet with properties beyond its rows. */
interface SheetExtras {
  readonly rows: readonly (readonly SheetCell[])[];
  readonly hidden?: boolean;
  readonly merged?: readonly string[];
}

/** Creates a workbook with these sheets. Style 1 is a date, style 2 a number of five digits. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[] | SheetExtras>>,
): Buffer {
  const all = Object.entries(sheets).map(([name, sheet], index) => ({
    name,
    id: `s${index}`,
    path: `worksheets/list${index}.xml`,
    ...('rows' in sheet ? sheet : { rows: sheet }),
  }));
  return workbook({
    sheets: all
      .map(
        ({ name, id, hidden }) =>
          `<sheet name="${escaped(name)}" r:id="${id}"${hidden ? ' state="hidden"' : ''}/>`,
      )
      .join(''),
    rels:
      all.map(({ id, path }) => related('worksheet', path, id)).join('') +
      related('styles', 'styles.xml', 'r3'),
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
    more: all.map(({ path, rows, merged = [] }) => ({
      name: `xl/${path}`,
      content: `<worksheet><sheetData>${rows.map(rowXml).join('')}</sheetData>${
        merged.length === 0
          ? ''
          : `<mergeCells>${merged.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      }</worksheet>`,
    })),
  });
}

const rowXml = (cells: readonly SheetCell[], index: number) =>
  `<row r="${index + 1}">${cells.map(cellXml).join('')}</row>`;

function cellXml(cell: SheetCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('xml' in cell) return cell.xml;
  const serial = (Date.parse(`${cell.day}T00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return `<c s="1"><v>${serial}</v></c>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

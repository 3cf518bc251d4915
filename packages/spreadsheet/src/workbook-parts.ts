/** The parts of a workbook other than its sheets (ECMA-376, part 1): the minimum that every reader accepts. */

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The height of rows without their own; LibreOffice would make them too low for some fonts. */
export const ROW_HEIGHT = '<sheetFormatPr defaultRowHeight="15"/>';
export const GROUPED_ROW_HEIGHT = '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="1"/>';

/** The number of characters written at once. V8 collects longer strings late, like other large objects. */
export const PIECE = 32_768;

/** Number format, font, fill and alignment of cells. */
const CELL_FORMATS = {
  none: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  header: header('vertical="center" wrapText="1"'),
  // The indent leaves room for the filter arrow.
  headerOfNumbers: header('horizontal="right" vertical="center" wrapText="1" indent="2"'),
  date: aligned(164, 'left'),
  timestamp: aligned(165, 'left'),
  number: aligned(0, 'right'),
  share: aligned(166, 'right'),
  boolean: aligned(167, 'left'),
  label:
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>',
  prose:
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="left" vertical="top" wrapText="1"/></xf>',
  proseTimestamp:
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf>',
  title: '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  headerUpright: header('horizontal="center" textRotation="90" wrapText="1"'),
  group:
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
  // The shades also differ in grayscale; bold marks what requires action.
  good: shaded(3, 3),
  soon: shaded(3, 4),
  open: shaded(4, 5),
  bad: shaded(4, 6),
  extra: shaded(5, 0),
};

export type Style = keyof typeof CELL_FORMATS;

/** The style attribute of a cell; empty for plain cells. */
export const STYLES = Object.fromEntries(
  Object.keys(CELL_FORMATS).map((style, index) => [style, index === 0 ? '' : ` s="${index}"`]),
) as Readonly<Record<Style, string>>;

function header(alignment: string): string {
  return (
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">' +
    `<alignment ${alignment}/></xf>`
  );
}

/** A small centered text on a shade. */
function shaded(font: number, fill: number): string {
  return (
    `<xf numFmtId="0" fontId="${font}" fillId="${fill}" borderId="2" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">` +
    '<alignment horizontal="center" vertical="center" wrapText="1"/></xf>'
  );
}

/** The indent separates numbers from the text of the next column. */
function aligned(id: number, side: 'left' | 'right'): string {
  const indent = side === 'right' ? ' indent="1"' : '';
  return (
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">` +
    `<alignment horizontal="${side}"${indent}/></xf>`
  );
}

function solid(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/></patternFill></fill>`;
}

function hairline(side: string): string {
  return `<${side} style="hair"><color rgb="FFB8C0CC"/></${side}>`;
}

const FONT = '<name val="Calibri"/><family val="2"/>';
const styles =
  `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>' +
  '<numFmt numFmtId="166" formatCode="0.00%_)"/>' +
  '<numFmt numFmtId="167" formatCode="&quot;Yes&quot;;&quot;Yes&quot;;&quot;No&quot;"/></numFmts>' +
  `<fonts count="6"><font><sz val="11"/>${FONT}</font><font><b/><sz val="11"/>${FONT}</font>` +
  `<font><b/><sz val="16"/>${FONT}</font><font><sz val="9"/>${FONT}</font><font><b/><sz val="9"/>${FONT}</font>` +
  `<font><i/><sz val="9"/><color rgb="FF5B6573"/>${FONT}</font></fonts>` +
  '<fills count="7"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill>' +
  `${['E8ECF1', 'DDF2E0', 'FFF2C4', 'FBDDB8', 'F4B4AE'].map(solid).join('')}</fills>` +
  '<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FF8A94A3"/></bottom><diagonal/></border>' +
  `<border>${['left', 'right', 'top', 'bottom'].map(hairline).join('')}<diagonal/></border></borders>` +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${Object.keys(CELL_FORMATS).length}">${Object.values(CELL_FORMATS).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

export const STRINGS_PATH = 'xl/sharedStrings.xml';

// Worksheets are the default for `xml`, because their number is not yet known.
const contentTypes =
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
  `<Override PartName="/${STRINGS_PATH}" ContentType="${TYPE}.sharedStrings+xml"/></Types>`;

const relationships =
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The first parts of a workbook; some programs recognize the file by the very first one. */
export const FIRST_PARTS: readonly (readonly [path: string, xml: string])[] = [
  ['[Content_Types].xml', contentTypes],
  ['_rels/.rels', relationships],
  ['xl/styles.xml', styles],
];

/** The path of a sheet; numbers start at 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** A sheet with a table, whose header has filters and is repeated on every printed page. */
interface TableSheet {
  readonly name: string;
  /** The header and the rows, such as `A1:U42`. */
  readonly range: string;
  /** The printed part of the range. */
  readonly printed: string;
  /** The columns repeated on every printed page, such as `$A:$B`. */
  readonly repeated?: string | undefined;
}

export type Sheet = TableSheet | Pick<TableSheet, 'name'>;

/** The workbook with its sheets in order. Programs open the first sheet with a table. */
export function lastParts(all: readonly Sheet[]): [path: string, xml: string][] {
  const sheets = all.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 2}"/>`,
  );
  const names = all.flatMap((sheet, index) =>
    'range' in sheet ? [definedNames(sheet, index)] : [],
  );
  const active = all.findIndex(sheet => 'range' in sheet);
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 2}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">` +
        '<bookViews>' +
        `<workbookView activeTab="${active}"/></bookViews>` +
        `<sheets>${sheets.join('')}</sheets>` +
        // Ordered by name and then by sheet, as Excel expects.
        `<definedNames>${[0, 1, 2].flatMap(kind => names.map(each => each[kind])).join('')}</definedNames></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
        `<Relationship Id="rId1" Type="${DOCUMENT}/styles" Target="styles.xml"/>` +
        `<Relationship Id="rId${sheets.length + 2}" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/>` +
        `${targets.join('')}</Relationships>`,
    ],
  ];
}

/** The filter, the print area, and the rows and columns repeated on every page. */
function definedNames({ name, range, printed, repeated }: TableSheet, index: number): string[] {
  const columns = repeated === undefined ? '' : `'${name}'!${repeated},`;
  const absolute = (cells: string) => cells.replace(/[A-Z]+|\d+/g, part => `$${part}`);
  const scope = `localSheetId="${index}"`;
  return [
    `<definedName name="_xlnm._FilterDatabase" ${scope} hidden="1">'${name}'!${absolute(range)}</definedName>`,
    `<definedName name="_xlnm.Print_Area" ${scope}>'${name}'!${absolute(printed)}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" ${scope}>${columns}'${name}'!$1:$1</definedName>`,
  ];
}

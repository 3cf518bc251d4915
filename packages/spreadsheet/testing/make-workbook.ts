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

/** An element of a part of relationships. */
export const related = (type: string, target: string, id = 'r1', more = '') =>
  `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}" ${more}/>`;

/** A workbook with the sheet tickets, of parts as they are given. */
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

import {
  Body,
  Middlewares,
  Post,
  Query,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { largeInput } from '../../http/documented-input';
import { Report, ReportController } from '../report-controller';
import { FORMAT_TYPES, Format } from '../table/format.dto';
import { matrix } from './matrix';
import type { Matrix, MatrixRequest } from './matrix.dto';
import { matrixFile, matrixLines } from './matrix-files';

@Route('reporting/matrix')
@Tags('Reports')
@Middlewares(...largeInput)
export class MatrixController extends ReportController {
  /**
   * People by what is required of them: a row a person, a column an achievement or a competency, in each cell how it
   * stands now and until when. A person in several departments is one row: required in any of them, satisfied in all.
   * @summary The training matrix
   * @param format `csv` and `xlsx` hold every person and column; `ndjson` has a line for each cell.
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report'])
  @SuccessResponse(200, 'The matrix', FORMAT_TYPES)
  @Report()
  public async getMatrix(
    @Body() body: MatrixRequest,
    @Query() format: Format = Format.Json,
  ): Promise<Matrix> {
    const { scope } = this;
    if (format === Format.Json) return this.send(await matrix(scope, body), { format });
    if (format === Format.Ndjson) return this.send(await matrixLines(scope, body), { format });
    return this.send(await matrixFile(scope, body, format), { format });
  }
}

import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { AnswerHeaders } from '../answers.dto';
import type { Context } from '../context';
import type { Health } from './health.dto';

@Route('api/health')
@Tags('Health')
export class HealthController extends Controller {
  constructor(
    private readonly context: Context,
    private readonly request: Request,
  ) {
    super();
  }

  /**
   * Runs a query on the database and gives up after 2 seconds. Needs no key and is never limited.
   * @summary Whether the service can work
   */
  @Get()
  @SuccessResponse<AnswerHeaders>(200, 'Healthy')
  @Response<Health, AnswerHeaders>(503, 'Unhealthy: the database is out of reach, or the service is stopping')
  public async health(): Promise<Health> {
    throw new Error('see below');
  }
}

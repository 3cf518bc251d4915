import { AT_THE_COMMAND_LINE } from '../../../src/http/principal';
import { erasePeople } from '../../../src/privacy/erasure';
import { bearer, castOf } from '../../cast';
import type { SeededMember } from '../../seed';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { importHere } from '../import-here';
import { untilEnded } from '../uploads/upload-to';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
  });
});
afterAll(() => service.close());

const PEOPLE = 8;
const ERASED = 2;
const ROUNDS = 8;

test('concurrent imports, undos, edits and erasures succeed and lose no edit', async () => {
  const cast = castOf(service);
  const acme = await service.seed.company('acme');
  const facts = { apiAccess: true, isDeveloper: false, keepsRecords: true };
  const { account } = await acme.member('Grace', facts);
  const as = bearer(await service.seed.secret(account, acme));
  const firstAid = await acme.achievement('First Aid');
  const people: { member: SeededMember; ticket: string }[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const member = await acme.member(`Person ${n}`, { isDeveloper: false });
    people.push({ member, ticket: await acme.ticket(member, firstAid, 'Pending') });
  }
  const remaining = people.slice(ERASED);
  const outcomes: string[] = [];

  async function importAndUndo() {
    for (let round = 0; round < ROUNDS; round++) {
      const status = round % 2 === 0 ? 'Valid' : 'Submitted';
      const lines = remaining.map(
        ({ member, ticket }) => `${ticket},${member.uuid},${firstAid.uuid},true,${status},,`,
      );
      const header = 'id,memberId,achievementId,isRequired,status,issuedAt,expiresAt';
      const files = { 'tickets.csv': [header, ...lines].join('\n') };
      const { id, status: ended } = await importHere(service, acme, files);
      outcomes.push(`import ${ended}`);
      const undo = await cast.call(`/records/imports/${id}/undo`, as, { method: 'POST' });
      if (undo.status === 202)
        outcomes.push(`undo ${(await untilEnded(service, undo.body.id)).status}`);
      else outcomes.push(`undo ${undo.body.code}`);
    }
  }

  const notes = new Map<string, string>();
  const progress = { isOver: false };
  async function edit() {
    for (let n = 0; !progress.isOver; n++) {
      const { ticket } = remaining[n % (remaining.length - 1)]!;
      const body = { note: `Edit ${n}` };
      const { status } = await cast.call(`/records/tickets/${ticket}`, as, {
        method: 'PATCH',
        body,
      });
      outcomes.push(`edit ${status}`);
      if (status === 200) notes.set(ticket, body.note);
      // Gives imports a turn.
      await cast.call('/records/imports', as);
    }
  }

  async function erase() {
    for (const { member } of people.slice(0, ERASED)) {
      await erasePeople(service.context.db, [member.account.uuid], {
        doneBy: AT_THE_COMMAND_LINE,
        wait: null,
      });
      outcomes.push('erased');
    }
  }

  const importing = importAndUndo().finally(() => (progress.isOver = true));
  await Promise.all([importing, edit(), erase()]);

  const unexpected = outcomes.filter(
    outcome =>
      !/^(import succeeded|undo (succeeded|refused|nothing-kept)|edit 200|erased)$/.test(outcome),
  );
  expect(unexpected).toEqual([]);
  const { prisma } = service.context.db;
  for (const [uuid, note] of notes) {
    const ticket = await prisma.ticket.findUniqueOrThrow({ where: { uuid } });
    expect([ticket.note, ticket.source]).toEqual([note, 'hand']);
  }
  expect(notes.size).toBeGreaterThan(1);
  const gone = people.slice(0, ERASED).map(({ member }) => member.uuid);
  expect(await prisma.importChange.count({ where: { person: { in: gone } } })).toBe(0);
}, 120_000);

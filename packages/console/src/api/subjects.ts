import { queryOptions } from '@tanstack/react-query';
import { apiOf, type Schemas } from './client';

interface Asked {
  readonly kinds: Schemas['SubjectKind'][];
  readonly departments?: string[] | undefined;
  readonly q?: string;
}

/** What a search for achievements, competencies or profiles finds: so many, by name. */
export function subjectsQuery(organization: string, asked: Asked, most: number) {
  return queryOptions({
    queryKey: ['subjects', organization, asked, most],
    queryFn: async ({ signal }) => {
      const found: Schemas['MatrixSubject'][] = [];
      for (let page = 1, total = 1; found.length < Math.min(total, most); page++) {
        const query = { ...asked, page, pageSize: Math.min(most, 200) };
        const read = await apiOf(organization).get('/reporting/matrix/subjects', {
          signal,
          params: { query },
        });
        if (read.items.length === 0) break;
        found.push(...read.items);
        total = read.total;
      }
      return found;
    },
  });
}

import { Link } from '@tanstack/react-router';

/** A person's name, which leads to the page about the person. */
export function PersonLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className="person" to="/people/$memberId" params={{ memberId: id }} title={name}>
      {name}
    </Link>
  );
}

import { Button, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { Action, type ActionProps, DialogAction, DialogButtons } from './buttons';
import { useChange } from './notices';

/** A button that makes a change. */
export function ChangeAction<Result>(
  props: ActionProps & {
    send: () => Promise<Result>;
    onSent?: (result: Result) => unknown;
    /** Called after the refetch, unless the button is gone. */
    onFinished?: (result: Result) => void;
    stale?: QueryKey;
    /** The title and text of a dialog that asks before the change. */
    title?: string;
    text?: string;
    /** The label of the button that confirms; defaults to the label of this one. */
    action?: string;
  },
) {
  const { send, onSent, onFinished, stale, title, text, action, ...button } = props;
  const { mutate, isPending } = useChange({ mutationFn: send, onSuccess: onSent, meta: { stale } });
  const run = () => mutate(undefined, { onSuccess: onFinished });
  if (title === undefined) return <Action {...button} loading={isPending} onClick={run} />;
  return (
    <DialogAction
      {...button}
      loading={isPending}
      title={title}
      content={close => (
        <>
          <Text size="sm">{text}</Text>
          <DialogButtons onCancel={close}>
            <Button
              onClick={() => {
                close();
                run();
              }}
            >
              {action ?? button.children}
            </Button>
          </DialogButtons>
        </>
      )}
    />
  );
}

type Method<Controller, Result> = (this: Controller, ...parameters: never[]) => Promise<Result>;

/** Returns a decorator for methods of controllers; `wrap` runs the method by calling `run`. */
export function around<Controller>(
  wrap: <Result>(controller: Controller, run: () => Promise<Result>) => Promise<Result>,
) {
  return <Result>(
    _controller: Controller,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method<Controller, Result>>,
  ): void => {
    const method = descriptor.value!;
    descriptor.value = function (...parameters) {
      return wrap(this, () => method.apply(this, parameters));
    };
  };
}

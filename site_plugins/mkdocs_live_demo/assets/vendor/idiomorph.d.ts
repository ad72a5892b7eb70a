/** The one call that the engine makes of idiomorph 0.8. */
export const Idiomorph: {
  morph(
    old: Element,
    content: string,
    config?: { morphStyle?: "innerHTML" | "outerHTML"; ignoreActiveValue?: boolean },
  ): Node[] | Promise<Node[]>;
};

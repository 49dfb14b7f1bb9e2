/** Style sheets are imported for their side effect: the bundler emits each with the code that needs it. */
declare module "*.css";

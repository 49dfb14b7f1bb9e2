/** Style sheets are imported for their effect: the bundler puts each beside the code that needs it. */
declare module "*.css";

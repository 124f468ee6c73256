/**
 * An unofficial verifier for logged games of the board game Splendor.
 *
 * <pre>{@code
 * Report report = Verifier.verify(Input.read(Path.of("game.json")));
 * System.out.println(report.verdict());
 * report.finding().ifPresent(System.out::println);
 * }</pre>
 */
package splendor.verify;
